import Envelopes

extension EnvelopeDraft {
    /// Builds an ``EnvelopeDraft`` from documents, recipients and custom fields.
    @resultBuilder public enum Builder {
        /// One statement's contribution.
        public enum Part: Hashable, Sendable {
            case document(DraftDocument)
            case recipient(RecipientDraft)
            case customField(CustomField)
        }

        /// One document. Documents keep their order.
        public static func buildExpression(_ document: DraftDocument) -> [Part] { [.document(document)] }
        /// One recipient, such as a ``Signer`` or ``CarbonCopy``.
        public static func buildExpression(_ recipient: some DraftRecipient) -> [Part] { [.recipient(recipient.draft)] }
        /// One custom field, such as a ``TextCustomField``.
        public static func buildExpression(_ field: some DraftCustomField) -> [Part] { [.customField(field.field)] }
        /// Several documents, such as an array that was made before.
        public static func buildExpression(_ documents: [DraftDocument]) -> [Part] { documents.map(Part.document) }
        /// Several recipients, such as an array that was made before.
        public static func buildExpression(_ recipients: [RecipientDraft]) -> [Part] { recipients.map(Part.recipient) }
        /// The parts of all statements, one after the other.
        public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap(\.self) }
        /// The parts of a `for` loop.
        public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap(\.self) }
        /// The parts of an `if` without `else`; none if its condition is false.
        public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
        /// The parts of the first branch.
        public static func buildEither(first parts: [Part]) -> [Part] { parts }
        /// The parts of the other branch.
        public static func buildEither(second parts: [Part]) -> [Part] { parts }
    }
}

extension RecipientDraft {
    /// Builds the list of a recipient's tabs.
    @resultBuilder public enum TabsBuilder {
        /// One tab, or one group of tabs.
        public static func buildExpression(_ tabs: some DraftTabs) -> [RecipientDraft.Tabs] { [tabs.draft] }
        /// Several tabs, such as an array that was made before.
        public static func buildExpression(_ tabs: [TabDraft]) -> [RecipientDraft.Tabs] {
            [RecipientDraft.Tabs(tabs: tabs)]
        }
        /// The tabs of all statements, one after the other.
        public static func buildBlock(_ parts: [RecipientDraft.Tabs]...) -> [RecipientDraft.Tabs] {
            parts.flatMap(\.self)
        }
        /// The tabs of a `for` loop.
        public static func buildArray(_ parts: [[RecipientDraft.Tabs]]) -> [RecipientDraft.Tabs] {
            parts.flatMap(\.self)
        }
        /// The tabs of an `if` without `else`; none if its condition is false.
        public static func buildOptional(_ parts: [RecipientDraft.Tabs]?) -> [RecipientDraft.Tabs] { parts ?? [] }
        /// The tabs of the first branch.
        public static func buildEither(first parts: [RecipientDraft.Tabs]) -> [RecipientDraft.Tabs] { parts }
        /// The tabs of the other branch.
        public static func buildEither(second parts: [RecipientDraft.Tabs]) -> [RecipientDraft.Tabs] { parts }
    }
}
