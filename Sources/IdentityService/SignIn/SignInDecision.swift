/// Who is signed in when somebody has shown who they are: the rules, without a database.
enum SignInDecision: Sendable {
    case refused(SignInResult)
    case accepted(Acceptance)

    struct Acceptance: Sendable {
        /// `nil` for a user who is yet to be made.
        var user: IdentityUser?
        /// Another guest, whose data becomes the user's.
        var guest: IdentityUser?
        /// Whether the user was a guest until now. A stranger may have given them the guest's tokens, so what the guest
        /// began ends.
        var endsBeginnings: Bool
    }

    /// - Parameters:
    ///   - known: the user whom the proof belongs to
    ///   - asking: the user or guest who was signed in when they asked
    ///   - address: an address that the proof gives to who asks
    ///   - mayBegin: whether a new user may be made
    init(known: IdentityUser?, asking: IdentityUser?, adding address: SignInAddress? = nil, mayBegin: Bool) {
        if let address, let asking, !asking.isAnonymous {
            if let known, known.id != asking.id {
                self = .refused(.taken)
                return
            }
            if known == nil, asking[address.kind] != nil {
                self = .refused(.full)
                return
            }
        }
        let user = known ?? asking
        guard user != nil || mayBegin else {
            self = .refused(.noUser)
            return
        }
        guard user?.body.isEnabled ?? true else {
            self = .refused(.disabled)
            return
        }
        let guest = asking.flatMap { $0.isAnonymous ? $0 : nil }
        let becomesUser = guest != nil && guest?.id == user?.id
        self = .accepted(Acceptance(user: user, guest: becomesUser ? nil : guest, endsBeginnings: becomesUser))
    }
}
