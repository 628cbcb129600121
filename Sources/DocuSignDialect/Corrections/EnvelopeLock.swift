import Envelopes
import Foundation

extension Wire {
    /// The body of `POST` and `PUT …/lock`.
    public struct LockRequest: WireRecord, Codable, Hashable, Sendable {
        public var lockDurationInSeconds: Int?
        public var lockedByApp: String?

        /// The duration of a request without one.
        public static let usualSeconds = 300

        static let members: [WireMember<Self>] = [
            .integer("lockDurationInSeconds", \.lockDurationInSeconds),
            .name("lockedByApp", \.lockedByApp),
            .only("edit", "lockType"),
            .refused(["useScratchPad"], because: "is not supported by this service: changes are made at once"),
            .ignored(texts: ["templatePassword"]),
        ]
    }

    /// The answer to the calls of `…/lock`.
    public struct LockInformation: Codable, Hashable, Sendable {
        public var lockDurationInSeconds: String
        public var lockedByApp: String?
        public var lockedByUser: LockUser
        public var lockedUntilDateTime: String
        /// Only for its holder.
        public var lockToken: String?
        public var lockType = "edit"
        public var useScratchPad = "false"

        public struct LockUser: Codable, Hashable, Sendable {
            public var userId: String
            public var userName: String
            public var email: String
        }

        /// - Parameter token: the secret, as its holder gave it or gets it
        public init(_ lock: EditLock, token: String?) {
            lockDurationInSeconds = String(lock.seconds)
            lockedByApp = lock.app
            lockedByUser = LockUser(userId: lock.by.userID, userName: lock.by.name, email: lock.by.email)
            lockedUntilDateTime = WireDate.text(lock.until)
            lockToken = token
        }
    }

    /// The value of the header `X-DocuSign-Edit`, by which the holder of a lock makes changes.
    public struct EditHeader: Sendable {
        public let token: String
        public let seconds: Int?

        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` if the text is not an object with a `LockToken`
        public init(_ text: String) throws(APIError) {
            struct Members: Decodable {
                let LockToken: String
                let LockDurationInSeconds: WireText?
            }
            guard let members = try? JSONDecoder().decode(Members.self, from: Data(text.utf8)) else {
                throw APIError(
                    .invalidRequestParameter,
                    "The header X-DocuSign-Edit is not of the form {\"LockToken\": \"…\", \"LockDurationInSeconds\": \"…\"}."
                )
            }
            token = members.LockToken
            seconds = members.LockDurationInSeconds.flatMap { Int($0.text) }
        }
    }
}

/// A text, or a number.
private struct WireText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        text = try (try? value.decode(String.self)) ?? String(value.decode(Int.self))
    }
}
