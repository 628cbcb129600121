extension Wire {
    /// A person who takes a template's role when an envelope is created from it.
    ///
    /// For an in-person signer's role, `name` and `email` are the host's, and `inPersonSignerName` is the signer's
    /// name. `tabs` hold values for the role's tabs, found by `tabLabel` (radio groups by `groupName`), and may lock
    /// them. Nothing else about those tabs can be changed.
    public struct TemplateRole: WireObject, Codable, Hashable, Sendable {
        public var roleName: String?
        public var name: String?
        public var email: String?
        public var clientUserId: String?
        public var inPersonSignerName: String?
        public var routingOrder: Int?
        public var tabs: Tabs?

        public init(
            roleName: String?, name: String? = nil, email: String? = nil, clientUserId: String? = nil,
            inPersonSignerName: String? = nil, routingOrder: Int? = nil, tabs: Tabs? = nil
        ) {
            self.roleName = roleName
            self.name = name
            self.email = email
            self.clientUserId = clientUserId
            self.inPersonSignerName = inPersonSignerName
            self.routingOrder = routingOrder
            self.tabs = tabs
        }

        /// Members that would change how the person is identified or notified, as for other recipients.
        private static let refused: [WireKey] = [
            "phoneNumber", "signingGroupId", "additionalNotifications", "embeddedRecipientStartURL",
            "recipientSignatureProviders", "emailNotification", "deliveryMethod",
        ]

        init(reading reader: WireReader) throws {
            try reader.refuse(Self.refused)
            try reader.refuse(texts: ["accessCode", "signingGroupName"])
            roleName = try reader.name("roleName")
            name = try reader.name("name")
            email = try reader.name("email")
            clientUserId = try reader.name("clientUserId")
            inPersonSignerName = try reader.name("inPersonSignerName")
            routingOrder = try reader.integer("routingOrder")
            tabs = try reader.object("tabs", as: Tabs.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.text("roleName", roleName)
            try writer.text("name", name)
            try writer.text("email", email)
            try writer.text("clientUserId", clientUserId)
            try writer.text("inPersonSignerName", inPersonSignerName)
            try writer.integer("routingOrder", routingOrder)
            try writer.value("tabs", tabs)
        }
    }
}
