import Envelopes

extension Wire {
    /// An account's Connect configuration.
    package struct ConnectCustomConfiguration: WireRecord, Codable, Hashable, Sendable {
        package var connectId: String?
        package var name: String?
        package var urlToPublishTo: String?
        package var allowEnvelopePublish: Bool?
        package var enableLog: Bool?
        package var allUsers: Bool?
        package var allUsersExcept: Bool?
        package var userIds: [String]?
        /// Absent if the request has no list of events.
        package var events: [ConnectEventName]?
        package var eventData: ConnectEventData?
        package var includeDocuments: Bool?
        package var includeCertificateOfCompletion: Bool?
        package var includeHMAC: Bool?
        package var includeOAuth: Bool?
        package var requiresAcknowledgement: Bool?
        package var userName: String?
        /// Only in requests.
        package var password: String?
        /// The format that the whole request asks for; `nil` if it says nothing about it. Not a member.
        private var format: ConnectNotification.Format?

        package init() {}

        static let members: [WireMember<Self>] =
            WireMember.otherMessages() + [
                .only("custom", "configurationType"),
                .constant("configurationType", "custom"),
                .constant("deliveryMode", "SIM"),
                .refused([
                    "allowSalesforcePublish", "sfObjects", "salesforceDocumentsAsContentFiles", "pausePublish",
                    "enableOAuthPerConfiguration", "oAuthConfiguration", "groupIds",
                ]),
                .refused(texts: [
                    "salesforceApiVersion", "salesforceAuthcode", "salesforceCallBackUrl", "externalFolderId",
                    "externalFolderLabel", "senderOverride",
                ]),
                .accepted(flag: "includeEnvelopeVoidReason"),
                .name("connectId", \.connectId),
                .name("name", \.name),
                .name("urlToPublishTo", \.urlToPublishTo),
                .flag("allowEnvelopePublish", \.allowEnvelopePublish),
                .flag("enableLog", \.enableLog),
                .flag("allUsers", \.allUsers),
                .flag("allUsersExcept", \.allUsersExcept),
                .texts("userIds", \.userIds),
                .answer("events", \.events),
                .object("eventData", \.eventData),
                .flag("includeDocuments", \.includeDocuments),
                .flag("includeCertificateOfCompletion", \.includeCertificateOfCompletion),
                .flag("includeHMAC", \.includeHMAC),
                .flag("includeOAuth", \.includeOAuth),
                .flag("requiresAcknowledgement", \.requiresAcknowledgement),
                .name("userName", \.userName),
                .name("password", \.password),
            ]

        mutating func complete(_ reader: WireReader) throws {
            let envelopeEvents = try reader.texts("envelopeEvents")
            let recipientEvents = try reader.texts("recipientEvents")
            let named = try reader.connectEvents(
                envelopeStatuses: envelopeEvents ?? [], recipientStatuses: recipientEvents ?? [])
            let hasList = try envelopeEvents != nil || recipientEvents != nil || reader.texts("events") != nil
            events = hasList ? named : nil
            // A change of a configuration keeps its format.
            if connectId == nil || eventData != nil {
                format = reader.connectFormat(statuses: envelopeEvents, recipientEvents, eventData: eventData)
            }
        }

        /// Returns the notification of a new configuration, or the earlier one with what the request changes.
        ///
        /// - Throws: ``APIError`` if it then lacks a URL or events
        package func notification(changing earlier: ConnectNotification? = nil) throws(APIError)
            -> ConnectNotification
        {
            guard let url = urlToPublishTo ?? earlier?.url else {
                throw APIError(.invalidRequestParameter, "urlToPublishTo is missing.")
            }
            guard let events = events ?? earlier?.events, !events.isEmpty else {
                throw APIError(.invalidRequestParameter, "events names no event.")
            }
            var parts = eventData?.parts ?? earlier?.includes ?? []
            switch includeDocuments {
            case true?: parts.append(.documents)
            case false? where eventData == nil: parts.removeAll { $0 == .documents }
            default: break
            }
            return ConnectNotification(
                url: url, events: events, includes: parts,
                includesCertificate: includeCertificateOfCompletion ?? earlier?.includesCertificate ?? false,
                isSigned: includeHMAC ?? earlier?.isSigned ?? false,
                isAuthorized: includeOAuth ?? earlier?.isAuthorized ?? false,
                needsAcknowledgment: requiresAcknowledgement ?? earlier?.needsAcknowledgment ?? true,
                isLogged: enableLog ?? earlier?.isLogged ?? false,
                format: format ?? earlier?.format ?? .json)
        }

        /// Takes the members of a notification for an answer.
        package mutating func show(_ notification: ConnectNotification) {
            urlToPublishTo = notification.url
            events = notification.events
            eventData = notification.format == .json ? ConnectEventData(including: notification.includes) : nil
            includeDocuments = notification.includes.contains(.documents)
            includeCertificateOfCompletion = notification.includesCertificate
            includeHMAC = notification.isSigned
            includeOAuth = notification.isAuthorized
            requiresAcknowledgement = notification.needsAcknowledgment
            enableLog = notification.isLogged
        }
    }

    /// The answer to `GET …/connect`.
    package struct ConnectConfigResults: Codable, Hashable, Sendable {
        package var configurations: [ConnectCustomConfiguration]
        package var totalRecords: String

        package init(_ configurations: [ConnectCustomConfiguration]) {
            self.configurations = configurations
            totalRecords = String(configurations.count)
        }
    }

    /// The authorization server of an account's receivers (`…/connect/oauth`).
    package struct ConnectOAuthConfig: WireRecord, Codable, Hashable, Sendable {
        package var authorizationServerUrl: String?
        package var clientId: String?
        /// Only in requests.
        package var clientSecret: String?
        package var scope: String?
        package var customParameters: [String: String]?

        package init() {}

        static let members: [WireMember<Self>] = [
            .name("authorizationServerUrl", \.authorizationServerUrl),
            .name("clientId", \.clientId),
            .name("clientSecret", \.clientSecret),
            .name("scope", \.scope),
            .textsByName("customParameters", \.customParameters),
        ]
    }
}
