import Envelopes

extension EnvelopeDraft {
    /// Builds an ``EnvelopeDraft`` from documents, recipients and custom fields.
    @resultBuilder public enum Builder {
        public enum Part: Hashable, Sendable {
            case document(DraftDocument)
            case recipient(RecipientDraft)
            case customField(CustomField)
        }

        public static func buildExpression(_ document: DraftDocument) -> [Part] { [.document(document)] }
        public static func buildExpression(_ recipient: some DraftRecipient) -> [Part] { [.recipient(recipient.draft)] }
        public static func buildExpression(_ field: some DraftCustomField) -> [Part] { [.customField(field.field)] }
        public static func buildExpression(_ documents: [DraftDocument]) -> [Part] { documents.map(Part.document) }
        public static func buildExpression(_ recipients: [RecipientDraft]) -> [Part] { recipients.map(Part.recipient) }
        public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
        public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
        public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
        public static func buildEither(first parts: [Part]) -> [Part] { parts }
        public static func buildEither(second parts: [Part]) -> [Part] { parts }
    }
}

extension RecipientDraft {
    /// Builds the list of a recipient's tabs.
    @resultBuilder public enum TabsBuilder {
        public static func buildExpression(_ tabs: some DraftTabs) -> [RecipientDraft.Tabs] { [tabs.draft] }
        public static func buildExpression(_ tabs: [TabDraft]) -> [RecipientDraft.Tabs] {
            [RecipientDraft.Tabs(tabs: tabs)]
        }
        public static func buildBlock(_ parts: [RecipientDraft.Tabs]...) -> [RecipientDraft.Tabs] {
            parts.flatMap(\.self)
        }
        public static func buildArray(_ parts: [[RecipientDraft.Tabs]]) -> [RecipientDraft.Tabs] {
            parts.flatMap(\.self)
        }
        public static func buildOptional(_ parts: [RecipientDraft.Tabs]?) -> [RecipientDraft.Tabs] { parts ?? [] }
        public static func buildEither(first parts: [RecipientDraft.Tabs]) -> [RecipientDraft.Tabs] { parts }
        public static func buildEither(second parts: [RecipientDraft.Tabs]) -> [RecipientDraft.Tabs] { parts }
    }
}
