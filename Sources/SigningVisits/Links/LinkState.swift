import Envelopes

/// What a recipient finds behind a link.
enum LinkState: Hashable {
    /// The documents wait for them.
    case waiting
    /// Others come first.
    case notYet
    /// They have signed, or get a copy.
    case finished
    /// They have assigned their part to somebody else.
    case passedOn(to: String)
    case declined
    case voided
    /// The time to sign has expired.
    case timeOver
    /// They gave wrong codes too often.
    case locked
    /// The link is too old. It does not matter to somebody who has signed.
    case expired

    init(_ envelope: Envelope, _ recipient: Recipient, linkIsExpired: Bool = false) {
        let state = envelope.state(of: recipient.id)
        switch envelope.status {
        case .created: self = .notYet
        case .voided where envelope.hasExpired: self = .timeOver
        case .voided: self = .voided
        case .declined: self = .declined
        case .sent, .delivered, .signed, .completed:
            if state?.hasFinished == true {
                self = .finished
            } else if state?.isLocked == true {
                self = .locked
            } else if linkIsExpired {
                self = .expired
            } else {
                self = envelope.isTurn(of: recipient.id) ? .waiting : .notYet
            }
        }
    }

    var opensVisit: Bool { self == .waiting || self == .finished }

    var canBeRenewed: Bool { opensVisit || self == .expired }
}
