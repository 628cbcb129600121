import Envelopes

extension Wire {
    /// A URL to call at events of one envelope.
    public struct EventNotification: WireObject, Codable, Hashable, Sendable {
        public var url: String?
        public var events: [ConnectEventName]
        public var eventData: ConnectEventData?
        public var includeDocuments: Bool?
        public var includeCertificateOfCompletion: Bool?
        public var includeHMAC: Bool?
        public var includeOAuth: Bool?
        public var requireAcknowledgment: Bool?
        public var loggingEnabled: Bool?

        public init(_ notification: ConnectNotification) {
            url = notification.url
            events = notification.events
            eventData = ConnectEventData(including: notification.includes)
            includeDocuments = notification.includes.contains(.documents)
            includeCertificateOfCompletion = notification.includesCertificate
            includeHMAC = notification.isSigned
            includeOAuth = notification.isAuthorized
            requireAcknowledgment = notification.needsAcknowledgment
            loggingEnabled = notification.isLogged
        }

        init(reading reader: WireReader) throws {
            try reader.refuseOtherMessages()
            // The reason for voiding is always among the envelope's members.
            _ = try reader.flag("includeEnvelopeVoidReason")
            url = try reader.name("url")
            let envelopeEvents = try reader.list("envelopeEvents", of: EnvelopeEvent.self) ?? []
            let recipientEvents = try reader.list("recipientEvents", of: RecipientEvent.self) ?? []
            events = try reader.connectEvents(
                envelopeStatuses: envelopeEvents.compactMap(\.status),
                recipientStatuses: recipientEvents.compactMap(\.status))
            eventData = try reader.object("eventData", as: ConnectEventData.self)
            try reader.refuseXML(statuses: envelopeEvents, recipientEvents, eventData: eventData)
            let wantsDocuments = (envelopeEvents.map(\.includeDocuments) + recipientEvents.map(\.includeDocuments))
                .contains(true)
            includeDocuments = try reader.flag("includeDocuments") ?? (wantsDocuments ? true : nil)
            includeCertificateOfCompletion = try reader.flag("includeCertificateOfCompletion")
            includeHMAC = try reader.flag("includeHMAC")
            includeOAuth = try reader.flag("includeOAuth")
            requireAcknowledgment = try reader.flag("requireAcknowledgment")
            loggingEnabled = try reader.flag("loggingEnabled")
            guard url != nil else { throw reader.refusal("url", "is missing") }
            guard !events.isEmpty else { throw reader.refusal("events", "names no event") }
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("url", url)
            try writer.text("deliveryMode", "SIM")
            try writer.value("events", events)
            try writer.value("eventData", eventData)
            try writer.flag("includeDocuments", includeDocuments)
            try writer.flag("includeCertificateOfCompletion", includeCertificateOfCompletion)
            try writer.flag("includeHMAC", includeHMAC)
            try writer.flag("includeOAuth", includeOAuth)
            try writer.flag("requireAcknowledgment", requireAcknowledgment)
            try writer.flag("loggingEnabled", loggingEnabled)
        }

        /// Reads `eventNotifications` and `eventNotification`. An object that asks for nothing is none.
        static func all(in reader: WireReader) throws -> [EventNotification]? {
            var found: [EventNotification] = []
            if try reader.asksForSomething("eventNotification") {
                found += [try reader.object("eventNotification", as: EventNotification.self)].compactMap(\.self)
            }
            if try reader.asksForSomething("eventNotifications") {
                found += try reader.list("eventNotifications", of: EventNotification.self) ?? []
            }
            return found.isEmpty ? nil : found
        }

        /// The notification for the domain.
        var notification: ConnectNotification {
            ConnectNotification(
                url: url ?? "", events: events,
                includes: (eventData?.parts ?? []) + (includeDocuments == true ? [.documents] : []),
                includesCertificate: includeCertificateOfCompletion ?? false, isSigned: includeHMAC ?? false,
                isAuthorized: includeOAuth ?? false, needsAcknowledgment: requireAcknowledgment ?? true,
                isLogged: loggingEnabled ?? false)
        }
    }

    /// A wanted status of the envelope, in the older form.
    private struct EnvelopeEvent: WireObject {
        let status: String?
        let includeDocuments: Bool?

        init(reading reader: WireReader) throws {
            status = try reader.name("envelopeEventStatusCode")
            includeDocuments = try reader.flag("includeDocuments")
        }
    }

    /// A wanted status of a recipient, in the older form.
    private struct RecipientEvent: WireObject {
        let status: String?
        let includeDocuments: Bool?

        init(reading reader: WireReader) throws {
            status = try reader.name("recipientEventStatusCode")
            includeDocuments = try reader.flag("includeDocuments")
        }
    }
}
