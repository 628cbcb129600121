import Foundation

/// What became of the message that brings a recipient the completed documents.
public enum CopyMail: String, Hashable, Sendable, Codable {
    /// A mail server has it.
    case mailed
    /// It came back.
    case returned
}

/// The acts of a recipient so far.
public struct RecipientState: Hashable, Sendable, Codable {
    /// The status in the words of the eSignature REST API.
    public internal(set) var status: RecipientStatus = .created
    /// When their turn came.
    public internal(set) var sentAt: Date?
    /// When they first opened the envelope.
    public internal(set) var deliveredAt: Date?
    /// When they agreed to sign electronically; `nil` before.
    public internal(set) var consentedAt: Date?
    /// The hash of the disclosure that they agreed to.
    public internal(set) var disclosure: BlobHash?
    /// When they signed; `nil` before, and for recipients who do not sign.
    public internal(set) var signedAt: Date?
    /// When they declined; `nil` if they did not.
    public internal(set) var declinedAt: Date?
    /// The reason that they gave for declining; `nil` if they did not decline.
    public internal(set) var declinedReason: String?
    /// When they were invited by a message of its own, and not by the event that brought their turn.
    public internal(set) var invitedAt: Date?
    /// When they were last reminded.
    public internal(set) var remindedAt: Date?
    /// The reason why the last message could not be delivered.
    public internal(set) var undeliveredReason: String?
    /// What became of the message with the completed documents; `nil` before it was sent.
    public internal(set) var copy: CopyMail?
    /// How they proved who they are, oldest first.
    public internal(set) var identifications: [Identification] = []
    /// The number of wrong codes since the last right one.
    var failedCodes: [Identification.Method: Int] = [:]
    /// Their time zone at their last act that told one.
    public internal(set) var zone: LocalZone?
    /// When they last left to come back later.
    public internal(set) var finishedLaterAt: Date?
    /// The number of the event after which they had to begin again, as another person or with another code.
    package internal(set) var beganAgain: Int?
    /// The number of the event that gave them another address.
    package internal(set) var readdressed: Int?
    /// The values that they filled in; after signing, also those that the service wrote for them.
    public internal(set) var values: [TabID: String] = [:]
    /// The signatures that a recipient without tabs has placed, oldest first.
    public internal(set) var placed: [EnvelopeTab] = []
    /// The files that they attached, by the tab that asks for one.
    public internal(set) var attachments: [TabID: AttachedFile] = [:]
    /// The blob that holds the adopted signature.
    public internal(set) var signature: BlobHash?
    /// The blob that holds the adopted initials.
    public internal(set) var initials: BlobHash?
    /// The people who passed this part on, oldest first.
    public var earlierHolders: [EarlierHolder] { holders ?? [] }
    private var holders: [EarlierHolder]?
    /// The number of times that they adopted a signature or initials.
    public private(set) var adoptionCount = 0
    /// The number of times that they attached a file.
    public private(set) var attachmentCount = 0
    /// The number of times that they adopted, filled in, or left for later.
    public private(set) var entryCount = 0

    /// The state before any act.
    public init() {}

    /// The number of wrong access codes after which a recipient is locked out.
    public static let triesOfCodes = 3

    /// Whether they gave wrong access codes too often. One-time codes have a limit of their own.
    public var isLocked: Bool { wrongAccessCodes >= Self.triesOfCodes }

    /// The number of wrong access codes since the last right one.
    public var wrongAccessCodes: Int { failedCodes[.accessCode, default: 0] }

    /// Whether they agreed to sign electronically. Nobody signs before.
    public var hasConsented: Bool { consentedAt != nil }

    /// Whether they have signed or declined.
    public var hasFinished: Bool { status == .completed || status == .declined }

    /// Returns the state of somebody who takes this recipient's place. Only the counts stay, so that passing a part on
    /// makes no room for more events.
    func passed(on holder: EarlierHolder, sequence: Int) -> RecipientState {
        var next = RecipientState()
        next.beganAgain = sequence
        next.readdressed = sequence
        next.status = .sent
        next.sentAt = holder.at
        next.holders = earlierHolders + [holder]
        next.adoptionCount = adoptionCount
        next.attachmentCount = attachmentCount
        next.entryCount = entryCount
        return next
    }

    mutating func count(_ body: EventBody) {
        switch body {
        case .signatureAdopted:
            adoptionCount += 1
            entryCount += 1
        case .attached:
            attachmentCount += 1
            entryCount += 1
        case .fieldFilled, .finishedLater, .placed, .unplaced, .detached: entryCount += 1
        default: break
        }
    }

    /// The adopted artwork of a kind.
    public func artwork(_ kind: AdoptedKind) -> BlobHash? {
        switch kind {
        case .signature: signature
        case .initials: initials
        }
    }
}
