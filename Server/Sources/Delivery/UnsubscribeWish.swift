import Envelopes
import Essentials
import Foundation
import Ledger

/// A user's wish to get no more messages of one kind. Its text in an address is sealed: nobody can make one for others,
/// and it tells nothing.
package struct UnsubscribeWish: Sendable, Hashable {
    package let userID: String
    /// ``MessageKind/viewed`` or ``MessageKind/completed``.
    package let message: MessageKind

    /// - Returns: `nil` for a message that is not optional
    package init?(userID: String, message: MessageKind) {
        guard message == .viewed || message == .completed else { return nil }
        self.userID = userID
        self.message = message
    }

    /// Reads the text in an address; `nil` if the service did not make it.
    package init?(text: String, _ secrets: any SecretBox) {
        guard text.utf8.count <= 400, let sealed = Base64URL.decode(text),
            let parts = try? secrets.text(Data(sealed), for: Self.purpose).split(separator: " "), parts.count == 2,
            let message = MessageKind(rawValue: String(parts[1]))
        else { return nil }
        self.init(userID: String(parts[0]), message: message)
    }

    /// Returns the text for an address.
    package func text(_ secrets: any SecretBox) throws -> String {
        Base64URL.encode(try secrets.seal("\(userID) \(message.rawValue)", for: Self.purpose))
    }

    private static let purpose = "unsubscribe"

    /// Switches the messages off.
    package func apply(to notices: inout SenderNotices) {
        if message == .viewed { notices.viewed = false } else { notices.completed = false }
    }
}
