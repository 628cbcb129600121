extension Wire {
    /// The body of `POST …/envelopes`.
    package struct EnvelopeDefinition: WireRecord, Codable, Hashable, Sendable {
        /// `created` or `sent`; absent means `created`.
        package var status: String?
        package var emailSubject: String?
        package var emailBlurb: String?
        package var documents: [Document]?
        package var recipients: Recipients?
        package var customFields: CustomFields?
        package var notification: Notification?
        package var transactionId: String?
        /// The template to make the envelope from. The template then supplies the `documents` and `recipients`.
        package var templateId: String?
        /// The people who fill the template's roles.
        package var templateRoles: [TemplateRole]?
        /// The URLs to call at events of this envelope. A request may name one as `eventNotification` instead.
        package var eventNotifications: [EventNotification]?
        /// The brand of messages and pages.
        package var brandId: String?
        /// Whether signers may put somebody else in their place; absent means false.
        package var allowReassign: Bool?
        /// Whether signers do not see the documents in which only others have tabs; absent means false.
        package var enforceSignerVisibility: Bool?
        package var workflow: Workflow?

        static let members: [WireMember<Self>] =
            EnvelopeWishes.members() + [
                .refused(["recipientViewRequest"]),
                .refused(texts: ["envelopeId"], because: "names an envelope to copy, which is not supported"),
                .name("status", \.status),
                .text("emailSubject", \.emailSubject),
                .name("emailBlurb", \.emailBlurb),
                .list("documents", \.documents),
                .object("recipients", \.recipients),
                .object("customFields", \.customFields),
                .object("notification", \.notification),
                .name("transactionId", \.transactionId),
                .name("templateId", \.templateId),
                .list("templateRoles", \.templateRoles),
                .answer("eventNotifications", \.eventNotifications),
                .name("brandId", \.brandId),
                .flag("allowReassign", \.allowReassign),
                .flag("enforceSignerVisibility", \.enforceSignerVisibility),
                .object("workflow", \.workflow),
            ]

        mutating func complete(_ reader: WireReader) throws {
            eventNotifications = try EventNotification.all(in: reader)
            if templateId == nil, try reader.asksForSomething("templateRoles") {
                throw reader.refusal("templateRoles", "requires templateId, which is missing")
            }
            if templateId != nil {
                try reader.refuse(
                    ["documents", "recipients"],
                    because: "cannot be combined with templateId; use templateRoles")
            }
        }
    }
}
