/// A wish to be told of events by calls to a URL.
public struct ConnectNotification: Hashable, Sendable, Codable {
    /// The parts of an envelope that a call holds besides the envelope's own members.
    public enum Part: String, Codable, CaseIterable, Sendable {
        case customFields = "custom_fields"
        case documents
        case recipients
        case tabs
        /// The address for replies.
        case extensions
    }

    /// The language of the messages.
    public enum Format: String, Codable, CaseIterable, Sendable {
        case json
        /// The format of programs from before there was JSON: the envelope as a whole, without the event's name.
        case xml
    }

    /// The URL to call.
    public var url: String
    /// The names of the wanted events, each once, in the order of their declaration.
    public var events: [ConnectEventName]
    /// The wanted parts, each once, in the order of their declaration.
    public var includes: [Part]
    /// Whether a call with documents also holds the certificate of completion.
    public var includesCertificate: Bool
    /// Whether the account's keys sign the calls.
    public var isSigned: Bool
    /// Whether the calls carry a token of the account's authorization server.
    public var isAuthorized: Bool
    /// Whether a call is repeated until the receiver confirms it.
    public var needsAcknowledgment: Bool
    /// Whether the account's log has an entry for each call.
    public var isLogged: Bool
    /// The language of the messages.
    public var format: Format {
        get { otherFormat ?? .json }
        set { otherFormat = newValue == .json ? nil : newValue }
    }
    // Stored only where it is not the usual one: the bytes of stored envelopes stay the same.
    private var otherFormat: Format?

    /// Puts events and parts in their fixed order and drops repeated ones. The defaults repeat a call until the
    /// receiver confirms it.
    public init(
        url: String, events: [ConnectEventName], includes: [Part] = [], includesCertificate: Bool = false,
        isSigned: Bool = false, isAuthorized: Bool = false, needsAcknowledgment: Bool = true, isLogged: Bool = false,
        format: Format = .json
    ) {
        self.url = url
        self.events = ConnectEventName.allCases.filter(events.contains)
        self.includes = Part.allCases.filter(includes.contains)
        self.includesCertificate = includesCertificate
        self.isSigned = isSigned
        self.isAuthorized = isAuthorized
        self.needsAcknowledgment = needsAcknowledgment
        self.isLogged = isLogged
        otherFormat = format == .json ? nil : format
    }
}
