import Foundation

/// What an app needs of a document in an answer of SignWell's API. Members that it does not need are not read, so that
/// a server may add and change them.
public struct SignWellDocument: Sendable, Hashable, Decodable, Identifiable {
    /// For ``SignWellClient/document(_:)``.
    public let id: String
    /// The server's word: `Sent`, `Viewed`, `Pending`, `Completed`, `Declined` …
    public let status: String
    /// `nil` if the server does not say.
    public let name: String?
    /// Why a recipient declined.
    public let declineMessage: String?
    /// The people who sign; who only gets a copy is not among them.
    public let recipients: [Recipient]

    /// A recipient of a document.
    public struct Recipient: Sendable, Hashable, Decodable, Identifiable {
        /// The id that the document's creator chose.
        public let id: String
        /// `nil` if the server does not say.
        public let name: String?
        /// `nil` if the server does not say.
        public let email: String?
        /// The server's word: `created`, `sent`, `viewed`, `completed`, `declined` …
        public let status: String?
        /// The address for ``SignWellClient/present(_:recipientID:with:)``, for a document with embedded signing.
        /// Anyone who has it can sign as this recipient. It can be opened again until they have signed.
        public let embeddedSigningURL: URL?

        /// Whether ``status`` is `completed`.
        public var hasSigned: Bool { status?.lowercased() == "completed" }
        var hasDeclined: Bool { status?.lowercased() == "declined" }

        private enum CodingKeys: String, CodingKey {
            case id, name, email, status
            case embeddedSigningURL = "embedded_signing_url"
        }
    }

    /// The recipient with the id that the document's creator chose; `nil` if there is none.
    public func recipient(_ id: Recipient.ID) -> Recipient? { recipients.first { $0.id == id } }

    /// Whether everybody has signed.
    public var isCompleted: Bool { ["completed", "manually completed"].contains(status.lowercased()) }

    private enum CodingKeys: String, CodingKey {
        case id, status, name, recipients
        case declineMessage = "decline_message"
    }
}
