import Envelopes

extension Wire {
    /// A URL to call at events of one envelope.
    package struct EventNotification: WireRecord, Codable, Hashable, Sendable {
        package var url: String?
        package var events: [ConnectEventName] = []
        package var eventData: ConnectEventData?
        package var includeDocuments: Bool?
        package var includeCertificateOfCompletion: Bool?
        package var includeHMAC: Bool?
        package var includeOAuth: Bool?
        package var requireAcknowledgment: Bool?
        package var loggingEnabled: Bool?
        /// The format that the whole request asks for; not a member.
        private var format = ConnectNotification.Format.json

        package init(_ notification: ConnectNotification) {
            url = notification.url
            events = notification.events
            format = notification.format
            if format == .json { eventData = ConnectEventData(including: notification.includes) }
            includeDocuments = notification.includes.contains(.documents)
            includeCertificateOfCompletion = notification.includesCertificate
            includeHMAC = notification.isSigned
            includeOAuth = notification.isAuthorized
            requireAcknowledgment = notification.needsAcknowledgment
            loggingEnabled = notification.isLogged
        }

        init() {}

        static let members: [WireMember<Self>] =
            WireMember.otherMessages() + [
                .constant("deliveryMode", "SIM"),
                // The reason for voiding is always among the envelope's members.
                .accepted(flag: "includeEnvelopeVoidReason"),
                .name("url", \.url),
                .answer("events", \.events),
                .object("eventData", \.eventData),
                .flag("includeDocuments", \.includeDocuments),
                .flag("includeCertificateOfCompletion", \.includeCertificateOfCompletion),
                .flag("includeHMAC", \.includeHMAC),
                .flag("includeOAuth", \.includeOAuth),
                .flag("requireAcknowledgment", \.requireAcknowledgment),
                .flag("loggingEnabled", \.loggingEnabled),
            ]

        mutating func complete(_ reader: WireReader) throws {
            let envelopeEvents = try reader.list("envelopeEvents", of: EnvelopeEvent.self) ?? []
            let recipientEvents = try reader.list("recipientEvents", of: RecipientEvent.self) ?? []
            events = try reader.connectEvents(
                envelopeStatuses: envelopeEvents.compactMap(\.status),
                recipientStatuses: recipientEvents.compactMap(\.status))
            format = reader.connectFormat(statuses: envelopeEvents, recipientEvents, eventData: eventData)
            let wantsDocuments = (envelopeEvents.map(\.includeDocuments) + recipientEvents.map(\.includeDocuments))
                .contains(true)
            if includeDocuments == nil, wantsDocuments { includeDocuments = true }
            guard url != nil else { throw reader.refusal("url", "is missing") }
            guard !events.isEmpty else { throw reader.refusal("events", "names no event") }
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
                isLogged: loggingEnabled ?? false, format: format)
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
