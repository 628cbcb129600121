import Essentials

extension Envelope {
    /// Returns the sender's words to a recipient, an empty line between them: the message of their own or else the one
    /// to everybody, and the note. `nil` if there are none.
    public func words(to recipient: Recipient) -> String? {
        let words = [recipient.emailNotification?.body ?? emailBlurb, recipient.note]
            .compactMap(\.self).filter { !TextRules.isBlank($0) }
        return words.isEmpty ? nil : words.joined(separator: "\n\n")
    }
}
