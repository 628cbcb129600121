/// The actor of an event, as the history records it.
public struct EventActor: Hashable, Sendable, Codable {
    /// On whose behalf somebody acts. The raw value is the form in histories.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case sender
        case recipient
        case service
    }

    /// On whose behalf they act.
    public var kind: Kind
    /// The sender's user id, the recipient's id in the envelope, or the id of the service.
    public var id: String
    /// The name at the time of the event. It stays when the person's name changes later.
    public var name: String
    /// The address of the request, as the service saw it.
    public var ipAddress: String?
    /// The browser or app by its own words (RFC 9110 §10.1.5), shortened to 300 Unicode scalars; `nil` if not given.
    public var userAgent: String?
    /// Their time zone, as the page told it; `nil` if not given. An event of a device has its zone in ``DeviceEvidence``.
    public var zone: LocalZone?
    /// The tag (RFC 5646) of the language in which they were shown the page; `nil` if there was none.
    public var language: String?

    /// The greatest length of a user agent, in Unicode scalars.
    static let longestUserAgent = 300
    /// The greatest length of a language tag (RFC 5646 §4.4.1), in Unicode scalars.
    static let longestLanguage = 35

    /// Cleans the address and the user agent, which a client or a proxy chose. Characters that turn or hide the text
    /// beside them are dropped, and the rest is shortened. Every request's actor is made here.
    public init(
        kind: Kind, id: String, name: String, ipAddress: String? = nil, userAgent: String? = nil,
        zone: LocalZone? = nil, language: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.ipAddress = Self.cleaned(ipAddress, longest: 64)
        self.userAgent = Self.cleaned(userAgent, longest: Self.longestUserAgent)
        self.zone = zone
        self.language = Self.cleaned(language, longest: Self.longestLanguage)
    }

    private static func cleaned(_ text: String?, longest: Int) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.filter {
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }.prefix(longest)
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// The service itself. It seals.
    public static let service = EventActor(kind: .service, id: "countersign", name: "Countersign")
}
