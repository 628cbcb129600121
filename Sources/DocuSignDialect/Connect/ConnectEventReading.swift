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

    /// Returns the format that a request asks for: with the older lists of statuses and without `eventData`, it is XML.
    func connectFormat(statuses: [Any]?..., eventData: Wire.ConnectEventData?) -> ConnectNotification.Format {
        guard let eventData else { return statuses.contains { $0?.isEmpty == false } ? .xml : .json }
        return eventData.isXML ? .xml : .json
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

        /// The names of parts that this service never fills.
        private static let empty = [
            "attachments", "folders", "payment_tabs", "powerform", "powerforms", "prefill_tabs",
        ]

        init(reading reader: WireReader) throws {
            version = try reader.name("version")
            format = try reader.name("format")
            if let format, !["json", "xml"].contains(format.lowercased()) {
                throw reader.refusal("format", "can only be json or xml")
            }
            if let version, !isXML, version.lowercased() != "restv2.1" {
                throw reader.refusal("version", "can only be restv2.1")
            }
            includeData = try reader.texts("includeData")
            for name in (includeData ?? []).map({ $0.lowercased() })
            where ConnectNotification.Part(rawValue: name) == nil && !Self.empty.contains(name) {
                let known = ConnectNotification.Part.allCases.map(\.rawValue) + Self.empty
                throw reader.refusal(
                    "includeData",
                    "holds \"\(name.prefix(60))\", which is not supported by this service; it can hold "
                        + known.joined(separator: ", "))
            }
        }

        var isXML: Bool { format?.lowercased() == "xml" }

        /// The parts in ``includeData`` that this service can fill.
        var parts: [ConnectNotification.Part] {
            (includeData ?? []).compactMap { ConnectNotification.Part(rawValue: $0.lowercased()) }
        }
    }
}
