import Envelopes
import SignedPDF

/// Which characters the text of a filled field can have: those that the standard Helvetica shows with WinAnsi encoding
/// (ISO 32000-2 §9.6.2.2 and Annex D), in which field values are written.
public enum FieldText {
    /// The first character that a field cannot show, or nil when it can show the whole text.
    public static func unshowableCharacter(in text: String) -> Character? {
        StandardFont.unshowableCharacter(in: text)
    }

    /// A value that is known when an envelope is created and that its tab will not be able to show.
    public struct UnshowableValue: Error, Hashable, Sendable, CustomStringConvertible {
        public let tab: Tab
        public let character: Character

        public var description: String {
            let what: String =
                switch tab.kind {
                case .fullName: "the name of recipient \(tab.recipientID)"
                case .email: "the e-mail address of recipient \(tab.recipientID)"
                default: "its value"
                }
            return "The \(tab.kind.name) tab “\(tab.label)” on page \(tab.page) of document \(tab.documentID) "
                + "cannot show \(what): the document's font has no character \(CharacterName.text(character))."
        }
    }

    /// Every value of an envelope that its tab cannot show: recipients' names in full-name tabs, addresses in e-mail
    /// tabs, and the texts that the sender gave. Whoever creates or sends an envelope refuses it with these, so that
    /// nobody is stopped at the very end.
    public static func unshowableValues(in definition: EnvelopeDefinition) -> [UnshowableValue] {
        definition.tabs.compactMap { tab in
            let recipient = definition.recipients.first { $0.id == tab.recipientID }
            let text: String? =
                switch tab.kind {
                case .fullName: recipient?.name
                case .email: recipient?.email
                case .text: tab.value
                case .list: tab.options?.map(\.text).joined()
                case .signHere, .initialHere, .dateSigned, .checkbox, .radio: nil
                }
            return text.flatMap(unshowableCharacter).map { UnshowableValue(tab: tab, character: $0) }
        }
    }
}
