import Envelopes
import SignedPDF
import Typesetting

/// The characters that the text of a filled field can have: those of the standard Helvetica with WinAnsi encoding (ISO
/// 32000-2 §9.6.2.2 and Annex D), and all others in this machine's fonts.
package struct FieldText: Sendable {
    private let typesetter: any Typesetter

    package init(_ typesetter: any Typesetter) {
        self.typesetter = typesetter
    }

    /// Returns the first character that a field cannot show; `nil` if it can show the whole text.
    package func unshowableCharacter(in text: String) -> Character? {
        guard StandardFont.unshowableCharacter(in: text) != nil else { return nil }
        return typesetter.unshowableCharacter(in: text)
    }

    /// Returns the first character of a value that its tab cannot show; `nil` if it can show the whole value. A text
    /// tab with room for several lines accepts line breaks.
    package func unshowableCharacter(in value: String, of tab: EnvelopeTab) -> Character? {
        guard tab.kind == .text, Self.box(of: tab).hasRoomForLines else { return unshowableCharacter(in: value) }
        return unshowableCharacter(in: value.filter { !Self.lineBreaks.contains($0) })
    }

    private static let lineBreaks: Set<Character> = ["\n", "\r\n", "\r"]

    /// Returns the text with characters missing in all fonts written as `\\u{6F22}`, so that none is lost.
    func shown(_ text: String) -> String {
        guard unshowableCharacter(in: text) != nil else { return text }
        return text.map { character in
            guard unshowableCharacter(in: String(character)) != nil else { return String(character) }
            return character.unicodeScalars.map { "\\u{" + String($0.value, radix: 16, uppercase: true) + "}" }.joined()
        }.joined()
    }

    /// Whether a field shows the whole text in a readable size, in one line or several. Wherever the page is served,
    /// recipients' entries follow this rule.
    package static func fits(_ text: String, into tab: EnvelopeTab) -> Bool {
        box(of: tab).holds(text)
    }

    /// Returns the reason why a text tab cannot accept a value, whatever fonts there are; `nil` if it can.
    ///
    /// - Returns: a sentence without its initial capital
    package static func problem(with value: String, in tab: EnvelopeTab) -> String? {
        if !box(of: tab).hasRoomForLines, value.contains(where: \.isNewline) {
            return "“\(tab.label)” has no room for a second line."
        }
        return fits(value, into: tab) ? nil : "“\(tab.label)” is too small to show its value legibly."
    }

    static func box(of tab: EnvelopeTab) -> TextBox {
        TextBox(width: tab.frame.width, height: tab.frame.height, fontSize: tab.fontSize)
    }

    /// A value, known when an envelope is created, that its tab cannot show.
    package struct UnshowableValue: Error, Hashable, Sendable, CustomStringConvertible {
        package enum Reason: Hashable, Sendable {
            /// No font has the character.
            case noFont(Character)
            /// The tab is too small for the text.
            case noRoom(String)
        }

        package let tab: EnvelopeTab
        package let reason: Reason

        package var description: String {
            let what: String =
                switch tab.kind {
                case .fullName: "the name of recipient \(tab.recipientID)"
                case .email: "the e-mail address of recipient \(tab.recipientID)"
                case .list: "its option"
                default: "its value"
                }
            let start =
                "The \(tab.kind.name) tab “\(tab.label)” on page \(tab.page) of document \(tab.documentID) cannot show "
            switch reason {
            case .noFont(let character):
                return start + "\(what): no available font has the character \(CharacterName.text(character))."
            case .noRoom(let text):
                let begin = text.count > Self.quoted ? text.prefix(Self.quoted) + "…" : text[...]
                return start + "\(what) “\(begin)” in full: the tab is too small to show it legibly."
            }
        }

        /// The maximum length of a quoted text.
        private static let quoted = 60
    }

    /// Returns every value of an envelope that its tab cannot show: recipients' names in full-name tabs, addresses in
    /// e-mail tabs, the options of lists and of text tabs, and the sender's texts. Check it when an envelope is created or sent, so that
    /// no recipient is stopped at the end.
    package func unshowableValues(in definition: EnvelopeDefinition) -> [UnshowableValue] {
        Self.unshowable(in: definition) { unshowableCharacter(in: $0, of: $1) }
    }

    /// Returns the values that are too long for their tabs, whatever fonts there are.
    package static func valuesWithoutRoom(in definition: EnvelopeDefinition) -> [UnshowableValue] {
        unshowable(in: definition) { _, _ in nil }
    }

    private static func unshowable(
        in definition: EnvelopeDefinition, _ unshowableCharacter: (String, EnvelopeTab) -> Character?
    ) -> [UnshowableValue] {
        let recipients = Dictionary(
            definition.recipients.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return definition.tabs.compactMap { tab in
            let texts: [String?] =
                switch tab.kind {
                case .fullName: [recipients[tab.recipientID]?.name]
                case .email: [recipients[tab.recipientID]?.email]
                case .text, .list: (tab.kind == .text ? [tab.value] : []) + (tab.options ?? []).map(\.text)
                case .signHere, .initialHere, .dateSigned, .checkbox, .radio, .signerAttachment: []
                }
            for case let text? in texts where !text.isEmpty {
                if let character = unshowableCharacter(text, tab) {
                    return UnshowableValue(tab: tab, reason: .noFont(character))
                }
                // A frame without a size has an error of its own.
                let hasSize = tab.frame.width > 0 && tab.frame.height > 0
                if hasSize, !box(of: tab).holds(text) { return UnshowableValue(tab: tab, reason: .noRoom(text)) }
            }
            return nil
        }
    }
}
