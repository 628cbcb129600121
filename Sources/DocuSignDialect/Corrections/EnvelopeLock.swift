import Envelopes
import Foundation

extension Wire {
    /// The body of `POST` and `PUT …/lock`.
    package struct LockRequest: WireRecord, Codable, Hashable, Sendable {
        package var lockDurationInSeconds: Int?
        package var lockedByApp: String?

        /// The duration of a request without one.
        package static let usualSeconds = 300

        static let members: [WireMember<Self>] = [
            .integer("lockDurationInSeconds", \.lockDurationInSeconds),
            .name("lockedByApp", \.lockedByApp),
            .only("edit", "lockType"),
            .refused(["useScratchPad"], because: "is not supported by this service: changes are made at once"),
            .ignored(texts: ["templatePassword"]),
        ]
    }

    /// The answer to the calls of `…/lock`.
    package struct LockInformation: Codable, Hashable, Sendable {
        package var lockDurationInSeconds: String
        package var lockedByApp: String?
        package var lockedByUser: LockUser
        package var lockedUntilDateTime: String
        /// Only for its holder.
        package var lockToken: String?
        package var lockType = "edit"
        package var useScratchPad = "false"

        package struct LockUser: Codable, Hashable, Sendable {
            package var userId: String
            package var userName: String
            package var email: String
        }

        /// - Parameter token: the secret, as its holder gave it or gets it
        package init(_ lock: EditLock, token: String?) {
            lockDurationInSeconds = String(lock.seconds)
            lockedByApp = lock.app
            lockedByUser = LockUser(userId: lock.by.userID, userName: lock.by.name, email: lock.by.email)
            lockedUntilDateTime = WireDate.text(lock.until)
            lockToken = token
        }
    }

    /// The value of the header `X-DocuSign-Edit`, by which the holder of a lock makes changes.
    package struct EditHeader: Sendable {
        package let token: String
        package let seconds: Int?

        /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` if the text is not an object with a `LockToken`
        package init(_ text: String) throws(APIError) {
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
