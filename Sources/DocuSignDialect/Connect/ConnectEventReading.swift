import Envelopes

extension WireMember {
    /// The ways of sending messages that this service lacks. A configuration and an envelope's own notification name
    /// some of them differently.
    static func otherMessages() -> [WireMember] {
        [
            .only("SIM", "deliveryMode"),
            .refused([
                "useSoapInterface", "includeCertificateWithSoap", "includeCertSoapHeader", "signMessageWithX509Cert",
                "signMessageWithX509Certificate", "requireMutualTls", "integratorManaged",
            ]),
            .refused(texts: ["soapNameSpace", "soapNamespace"]),
        ]
    }
}

extension WireReader {
    /// Reads the wanted events: `events`, and the older lists of envelope and recipient statuses, which mean the same
    /// events.
    ///
    /// - Parameters:
    ///   - envelopeStatuses: the statuses in `envelopeEvents`
    ///   - recipientStatuses: the statuses in `recipientEvents`
    /// - Throws: `APIError` naming an unknown event or status
    func connectEvents(envelopeStatuses: [String], recipientStatuses: [String]) throws -> [ConnectEventName] {
        var found: [ConnectEventName] = []
        for text in try texts("events") ?? [] {
            guard let event = ConnectEventName(rawValue: text.lowercased()) else {
                throw refusal("events", "holds \"\(text.prefix(60))\", which is not a Connect event")
            }
            if !event.isSent { note(WireKey(stringValue: "events.\(event.rawValue)")) }
            found.append(event)
        }
        found += try Self.events(envelopeStatuses, Self.envelopeStatuses) { text in
            refusal("envelopeEvents", "holds \"\(text.prefix(60))\", which is not an envelope status")
        }
        found += try Self.events(recipientStatuses, Self.recipientStatuses) { text in
            refusal("recipientEvents", "holds \"\(text.prefix(60))\", which is not a recipient status")
        }
        return ConnectEventName.allCases.filter(found.contains)
    }

    private static let envelopeStatuses: [String: ConnectEventName] = [
        "draft": .envelopeCreated, "created": .envelopeCreated, "sent": .envelopeSent,
        "delivered": .envelopeDelivered, "completed": .envelopeCompleted, "declined": .envelopeDeclined,
        "voided": .envelopeVoided,
    ]
    private static let recipientStatuses: [String: ConnectEventName] = [
        "sent": .recipientSent, "delivered": .recipientDelivered, "completed": .recipientCompleted,
        "declined": .recipientDeclined, "authenticationfailed": .recipientAuthenticationFailed,
        "autoresponded": .recipientAutoResponded,
    ]

    private static func events(
        _ statuses: [String], _ known: [String: ConnectEventName], otherwise refusal: (String) -> APIError
    ) throws -> [ConnectEventName] {
        try statuses.map { text in
            guard let event = known[text.lowercased()] else { throw refusal(text) }
            return event
        }
    }

    /// Refuses the older messages: with the older lists of statuses and without `eventData`, the API sends XML.
    func refuseXML(statuses: [Any]?..., eventData: Wire.ConnectEventData?) throws {
        guard eventData == nil, statuses.contains(where: { $0?.isEmpty == false }) else { return }
        throw refusal(
            "eventData",
            "is missing; without it, envelopeEvents and recipientEvents ask for the XML format, which this service does not "
                + "send; use version restv2.1 and format json")
    }
}

extension Wire {
    /// The format and the parts of a message.
    package struct ConnectEventData: WireObject, Codable, Hashable, Sendable {
        package var version: String?
        package var format: String?
        package var includeData: [String]?

        package init(including parts: [ConnectNotification.Part]) {
            version = "restv2.1"
            format = "json"
            includeData = parts.map(\.rawValue)
        }

        init(reading reader: WireReader) throws {
            let xml = "asks for the XML format, which this service does not send; use version restv2.1 and format json"
            version = try reader.name("version")
            format = try reader.name("format")
            if let format, format.lowercased() != "json" { throw reader.refusal("format", xml) }
            if let version, version.lowercased() != "restv2.1" { throw reader.refusal("version", xml) }
            includeData = try reader.texts("includeData")
            for name in includeData ?? [] where ConnectNotification.Part(rawValue: name.lowercased()) == nil {
                let known = ConnectNotification.Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw reader.refusal(
                    "includeData",
                    "holds \"\(name.prefix(60))\", which is not supported by this service; it can hold \(known)")
            }
        }

        /// The known parts among ``includeData``.
        var parts: [ConnectNotification.Part] {
            (includeData ?? []).compactMap { ConnectNotification.Part(rawValue: $0.lowercased()) }
        }
    }
}
