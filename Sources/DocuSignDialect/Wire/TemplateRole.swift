extension Wire {
    /// A person who takes a template's role when an envelope is created from it.
    ///
    /// For an in-person signer's role, `name` and `email` are the host's, and `inPersonSignerName` is the signer's
    /// name. `tabs` hold values for the role's tabs, found by `tabLabel` (radio groups by `groupName`), and may lock
    /// them. Nothing else about those tabs can be changed.
    package struct TemplateRole: WireRecord, Codable, Hashable, Sendable {
        package var roleName: String?
        package var name: String?
        package var email: String?
        package var clientUserId: String?
        package var inPersonSignerName: String?
        package var routingOrder: Int?
        package var tabs: Tabs?

        /// Members that would change how the person is identified or notified, as for other recipients.
        private static let refused: [WireKey] = [
            "phoneNumber", "signingGroupId", "additionalNotifications", "embeddedRecipientStartURL",
            "recipientSignatureProviders", "emailNotification", "deliveryMethod",
        ]

        static let members: [WireMember<Self>] = [
            .refused(refused),
            .refused(texts: ["accessCode", "signingGroupName"]),
            .name("roleName", \.roleName),
            .name("name", \.name),
            .name("email", \.email),
            .name("clientUserId", \.clientUserId),
            .name("inPersonSignerName", \.inPersonSignerName),
            .integer("routingOrder", \.routingOrder),
            .object("tabs", \.tabs),
        ]
    }
}
