/// Who a person is, as another service says: an OpenID provider, one whose tokens are exchanged, or this service, where
/// the person has signed in in a browser.
struct ProvenIdentity: Codable, Sendable, Hashable {
    let issuer: String
    /// The issuer's id of the person.
    let subject: String
    /// An address that the issuer has verified.
    let email: String?
    /// How events and users call this way to sign in.
    let method: String
    /// Whether the user was made during the visit to the sign-in page; `nil` for another service.
    var isNew: Bool?
}

extension ProvenIdentity {
    /// The issuer of users who are signed in here; no address of a service.
    static let here = "here"

    init(here userID: String, isNew: Bool, method: String) {
        self.init(issuer: Self.here, subject: userID, email: nil, method: method, isNew: isNew)
    }
}
