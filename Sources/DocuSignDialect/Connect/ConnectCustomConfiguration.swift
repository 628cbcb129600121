import Envelopes

extension Wire {
    /// An account's Connect configuration.
    public struct ConnectCustomConfiguration: WireObject, Codable, Hashable, Sendable {
        public var connectId: String?
        public var name: String?
        public var urlToPublishTo: String?
        public var allowEnvelopePublish: Bool?
        public var enableLog: Bool?
        public var allUsers: Bool?
        public var allUsersExcept: Bool?
        public var userIds: [String]?
        /// Absent if the request has no list of events.
        public var events: [ConnectEventName]?
        public var eventData: ConnectEventData?
        public var includeDocuments: Bool?
        public var includeCertificateOfCompletion: Bool?
        public var includeHMAC: Bool?
        public var includeOAuth: Bool?
        public var requiresAcknowledgement: Bool?
        public var userName: String?
        /// Only in requests.
        public var password: String?

        public init(
            connectId: String? = nil, name: String? = nil, urlToPublishTo: String? = nil,
            events: [ConnectEventName]? = nil
        ) {
            self.connectId = connectId
            self.name = name
            self.urlToPublishTo = urlToPublishTo
            self.events = events
        }

        init(reading reader: WireReader) throws {
            try reader.refuseOtherMessages()
            try reader.refuse("configurationType", unless: "custom")
            try reader.refuse([
                "allowSalesforcePublish", "sfObjects", "salesforceDocumentsAsContentFiles", "pausePublish",
                "enableOAuthPerConfiguration", "oAuthConfiguration", "groupIds",
            ])
            try reader.refuse(texts: [
                "salesforceApiVersion", "salesforceAuthcode", "salesforceCallBackUrl", "externalFolderId",
                "externalFolderLabel", "senderOverride",
            ])
            _ = try reader.flag("includeEnvelopeVoidReason")
            connectId = try reader.name("connectId")
            name = try reader.name("name")
            urlToPublishTo = try reader.name("urlToPublishTo")
            allowEnvelopePublish = try reader.flag("allowEnvelopePublish")
            enableLog = try reader.flag("enableLog")
            allUsers = try reader.flag("allUsers")
            allUsersExcept = try reader.flag("allUsersExcept")
            userIds = try reader.texts("userIds")
            let envelopeEvents = try reader.texts("envelopeEvents")
            let recipientEvents = try reader.texts("recipientEvents")
            let named = try reader.connectEvents(
                envelopeStatuses: envelopeEvents ?? [], recipientStatuses: recipientEvents ?? [])
            let hasList = try envelopeEvents != nil || recipientEvents != nil || reader.texts("events") != nil
            events = hasList ? named : nil
            eventData = try reader.object("eventData", as: ConnectEventData.self)
            // A change of a configuration keeps its format.
            if connectId == nil {
                try reader.refuseXML(statuses: envelopeEvents, recipientEvents, eventData: eventData)
            }
            includeDocuments = try reader.flag("includeDocuments")
            includeCertificateOfCompletion = try reader.flag("includeCertificateOfCompletion")
            includeHMAC = try reader.flag("includeHMAC")
            includeOAuth = try reader.flag("includeOAuth")
            requiresAcknowledgement = try reader.flag("requiresAcknowledgement")
            userName = try reader.name("userName")
            password = try reader.name("password")
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("connectId", connectId)
            try writer.text("configurationType", "custom")
            try writer.text("name", name)
            try writer.text("urlToPublishTo", urlToPublishTo)
            try writer.text("deliveryMode", "SIM")
            try writer.flag("allowEnvelopePublish", allowEnvelopePublish)
            try writer.flag("enableLog", enableLog)
            try writer.flag("allUsers", allUsers)
            try writer.flag("allUsersExcept", allUsersExcept)
            try writer.value("userIds", userIds)
            try writer.value("events", events)
            try writer.value("eventData", eventData)
            try writer.flag("includeDocuments", includeDocuments)
            try writer.flag("includeCertificateOfCompletion", includeCertificateOfCompletion)
            try writer.flag("includeHMAC", includeHMAC)
            try writer.flag("includeOAuth", includeOAuth)
            try writer.flag("requiresAcknowledgement", requiresAcknowledgement)
            try writer.text("userName", userName)
            try writer.text("password", password)
        }

        /// Returns the notification of a new configuration, or the earlier one with what the request changes.
        ///
        /// - Throws: ``APIError`` if it then lacks a URL or events
        public func notification(changing earlier: ConnectNotification? = nil) throws(APIError)
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
                isLogged: enableLog ?? earlier?.isLogged ?? false)
        }

        /// Takes the members of a notification for an answer.
        public mutating func show(_ notification: ConnectNotification) {
            urlToPublishTo = notification.url
            events = notification.events
            eventData = ConnectEventData(including: notification.includes)
            includeDocuments = notification.includes.contains(.documents)
            includeCertificateOfCompletion = notification.includesCertificate
            includeHMAC = notification.isSigned
            includeOAuth = notification.isAuthorized
            requiresAcknowledgement = notification.needsAcknowledgment
            enableLog = notification.isLogged
        }
    }

    /// The answer to `GET …/connect`.
    public struct ConnectConfigResults: Codable, Hashable, Sendable {
        public var configurations: [ConnectCustomConfiguration]
        public var totalRecords: String

        public init(_ configurations: [ConnectCustomConfiguration]) {
            self.configurations = configurations
            totalRecords = String(configurations.count)
        }
    }

    /// The authorization server of an account's receivers (`…/connect/oauth`).
    public struct ConnectOAuthConfig: WireObject, Codable, Hashable, Sendable {
        public var authorizationServerUrl: String?
        public var clientId: String?
        /// Only in requests.
        public var clientSecret: String?
        public var scope: String?
        public var customParameters: [String: String]?

        public init(
            authorizationServerUrl: String?, clientId: String?, scope: String?, customParameters: [String: String]?
        ) {
            self.authorizationServerUrl = authorizationServerUrl
            self.clientId = clientId
            self.scope = scope
            self.customParameters = customParameters
        }

        init(reading reader: WireReader) throws {
            authorizationServerUrl = try reader.name("authorizationServerUrl")
            clientId = try reader.name("clientId")
            clientSecret = try reader.name("clientSecret")
            scope = try reader.name("scope")
            customParameters = try reader.textsByName("customParameters")
        }
    }
}
