/// What a sender may decide about an envelope besides its documents, people and tabs. Each has a usual value.
public struct EnvelopeOptions: Hashable, Sendable {
    /// The name under which the sender finds it; `nil` for the e-mail subject.
    public var title: String?
    /// Words by which the sender sorts envelopes.
    public var labels: [String]
    /// Whether it is only a trial, which binds nobody. Its pages and its certificate say so.
    public var isTest: Bool
    /// Whether its recipients sign inside the sender's product.
    public var isEmbedded: Bool
    /// Whether recipients may decline. Usual: they may.
    public var allowsDeclining: Bool
    /// Whether people get a message once it is completed. Usual: they do.
    public var announcesCompletion: Bool
    /// Whether a line below each signer's signature names them, the time and the envelope. Usual: none does.
    public var showsEvidence = false
    /// How date-signed tabs without a form of their own write the day; `nil` for the usual form of the signer's language.
    public var dateFormat: DateFormat?
    /// The address that the browser opens after signing, and after declining; `nil` to stay on the last page.
    public var signedAddress: String?
    /// The address that the browser opens after declining; `nil` to stay on the last page.
    public var declinedAddress: String?
    /// The sender's application that it belongs to.
    public var applicationID: String?
    /// The templates that it was made from.
    public var templateIDs: [String]
    /// The user who made it, if it shows somebody else as its sender.
    public var maker: Sender?
    /// Whether the sender gave it up before sending it. Only such a draft can be voided.
    public var isDiscarded = false

    /// Checked only with the whole definition. ``showsEvidence``, ``dateFormat`` and ``isDiscarded`` are set afterwards.
    public init(
        title: String? = nil, labels: [String] = [], isTest: Bool = false, isEmbedded: Bool = false,
        allowsDeclining: Bool = true, announcesCompletion: Bool = true, signedAddress: String? = nil,
        declinedAddress: String? = nil, applicationID: String? = nil,
        templateIDs: [String] = [], maker: Sender? = nil
    ) {
        self.title = title
        self.labels = labels
        self.isTest = isTest
        self.isEmbedded = isEmbedded
        self.allowsDeclining = allowsDeclining
        self.announcesCompletion = announcesCompletion
        self.signedAddress = signedAddress
        self.declinedAddress = declinedAddress
        self.applicationID = applicationID
        self.templateIDs = templateIDs
        self.maker = maker
    }

    /// The usual value of everything.
    public static let usual = EnvelopeOptions()
}

/// Only what differs from the usual is written.
extension EnvelopeOptions: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, labels
        case isTest = "test"
        case isEmbedded = "embedded"
        case allowsDeclining = "allowDeclining"
        case announcesCompletion = "announceCompletion"
        case showsEvidence = "evidence"
        case dateFormat
        case signedAddress, declinedAddress
        case applicationID = "applicationId"
        case templateIDs = "templateIds"
        case maker
        case isDiscarded = "discarded"
    }

    /// Gives every missing member its usual value.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func flag(_ key: CodingKeys, usual: Bool) throws -> Bool {
            try members.decodeIfPresent(Bool.self, forKey: key) ?? usual
        }
        self.init(
            title: try members.decodeIfPresent(String.self, forKey: .title),
            labels: try members.decodeIfPresent([String].self, forKey: .labels) ?? [],
            isTest: try flag(.isTest, usual: false), isEmbedded: try flag(.isEmbedded, usual: false),
            allowsDeclining: try flag(.allowsDeclining, usual: true),
            announcesCompletion: try flag(.announcesCompletion, usual: true),
            signedAddress: try members.decodeIfPresent(String.self, forKey: .signedAddress),
            declinedAddress: try members.decodeIfPresent(String.self, forKey: .declinedAddress),
            applicationID: try members.decodeIfPresent(String.self, forKey: .applicationID),
            templateIDs: try members.decodeIfPresent([String].self, forKey: .templateIDs) ?? [],
            maker: try members.decodeIfPresent(Sender.self, forKey: .maker))
        isDiscarded = try flag(.isDiscarded, usual: false)
        showsEvidence = try flag(.showsEvidence, usual: false)
        dateFormat = try members.decodeIfPresent(DateFormat.self, forKey: .dateFormat)
    }

    /// Leaves out what has its usual value.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(title, forKey: .title)
        if !labels.isEmpty { try members.encode(labels, forKey: .labels) }
        if isTest { try members.encode(true, forKey: .isTest) }
        if isEmbedded { try members.encode(true, forKey: .isEmbedded) }
        if !allowsDeclining { try members.encode(false, forKey: .allowsDeclining) }
        if !announcesCompletion { try members.encode(false, forKey: .announcesCompletion) }
        try members.encodeIfPresent(signedAddress, forKey: .signedAddress)
        try members.encodeIfPresent(declinedAddress, forKey: .declinedAddress)
        try members.encodeIfPresent(applicationID, forKey: .applicationID)
        if !templateIDs.isEmpty { try members.encode(templateIDs, forKey: .templateIDs) }
        try members.encodeIfPresent(maker, forKey: .maker)
        if showsEvidence { try members.encode(true, forKey: .showsEvidence) }
        try members.encodeIfPresent(dateFormat, forKey: .dateFormat)
        if isDiscarded { try members.encode(true, forKey: .isDiscarded) }
    }
}

extension DefinitionCheck {
    mutating func checkOptions() {
        let options = definition.options
        check(options.title, .title, limit: EnvelopeLimits.title)
        count(options.labels.count, .labels, limit: EnvelopeLimits.labels)
        for label in options.labels { filled(label, .label, limit: EnvelopeLimits.customFieldText) }
        count(options.templateIDs.count, .templates, limit: EnvelopeLimits.documents)
        let addresses: [(String?, ProblemPlace)] = [
            (options.signedAddress, .signedAddress), (options.declinedAddress, .declinedAddress),
        ]
        for (address, place) in addresses {
            guard let address else { continue }
            check(address, place, limit: EnvelopeLimits.returnAddress)
            if !ReturnAddress.allows(address) { problems.append(.notAnAddress(place)) }
        }
    }
}
