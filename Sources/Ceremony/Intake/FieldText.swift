import Envelopes
import SignedPDF
import Typesetting

/// Which characters the text of a filled field can have: those of the standard Helvetica with WinAnsi encoding
/// (ISO 32000-2 §9.6.2.2 and Annex D), and all others that a font of this machine shows.
public struct FieldText: Sendable {
    private let typesetter: any Typesetter

    public init(_ typesetter: any Typesetter) {
        self.typesetter = typesetter
    }

    /// The first character that a field cannot show, or nil when it can show the whole text.
    public func unshowableCharacter(in text: String) -> Character? {
        guard StandardFont.unshowableCharacter(in: text) != nil else { return nil }
        return typesetter.unshowableCharacter(in: text)
    }

    /// The text with characters that nothing shows written as `\\u{6F22}`, so that nothing vanishes.
    func shown(_ text: String) -> String {
        guard unshowableCharacter(in: text) != nil else { return text }
        return text.map { character in
            guard unshowableCharacter(in: String(character)) != nil else { return String(character) }
            return character.unicodeScalars.map { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }.joined()
        }.joined()
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
                + "cannot show \(what): no font here has the character \(CharacterName.text(character))."
        }
    }

    /// Every value of an envelope that its tab cannot show: recipients' names in full-name tabs, addresses in e-mail
    /// tabs, and the texts that the sender gave. Whoever creates or sends an envelope refuses it with these, so that
    /// nobody is stopped at the very end.
    public func unshowableValues(in definition: EnvelopeDefinition) -> [UnshowableValue] {
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
