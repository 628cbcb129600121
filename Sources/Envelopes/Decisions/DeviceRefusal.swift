/// The reason why an act recorded by a device is rejected. Its description is the rest of a sentence.
package enum DeviceRefusal: Error, Hashable, CustomStringConvertible {
    // Times
    case clockAhead, clockBehind
    case elapsedNegative, elapsedBackward

    // People
    case addressNotSeen
    case actorTooLong
    case unknownRecipient(RecipientID)
    /// Somebody else did a recipient's act.
    case foreignAct(of: RecipientID, by: String)
    /// The user of the device does not answer for the recipient.
    case strangerToUser(RecipientID, user: String)
    case otherAccount
    case otherSender(user: String)
    case otherUser(actor: String, user: String)

    // Acts
    case onlyByService
    case rule(EnvelopeError)
    case noChange
    case documentsDiffer(RecipientID, asked: [DocumentID])
    case valueMissing(label: String)
    case valueDiffers(label: String)

    package var description: String {
        switch self {
        case .clockAhead: "the device's clock was too far ahead of the service's."
        case .clockBehind: "the device's clock was too far behind what had happened before."
        case .elapsedNegative: "the device's elapsed time is negative."
        case .elapsedBackward: "the device's elapsed time went backwards."
        case .addressNotSeen: "an address is recorded only if the service has seen it."
        case .actorTooLong: "its actor or its key is too long."
        case .unknownRecipient(let id): "the envelope has no recipient \(id)."
        case .foreignAct(let id, let name): "it is recipient \(id)'s act, and \(name) did it."
        case .strangerToUser(let id, let user):
            "recipient \(id) signs neither in person with \(user) as the host, nor as \(user), "
                + "nor inside the product of \(user) as the sender."
        case .otherAccount: "the envelope belongs to another account."
        case .otherSender(let user): "its sender is not \(user), whose access token came with it."
        case .otherUser(let actor, let user): "\(actor) did it, and not \(user), whose access token came with it."
        case .onlyByService: "only the service may do this."
        case .rule(let error): error.description
        case .noChange: "it changes nothing, or skips a step."
        case .documentsDiffer(let id, let asked):
            "recipient \(id) has to sign the documents \(asked.map(\.rawValue).joined(separator: ", "))."
        case .valueMissing(let label): "“\(label)” has no value."
        case .valueDiffers(let label): "the value of “\(label)” is not the one in the envelope."
        }
    }
}
