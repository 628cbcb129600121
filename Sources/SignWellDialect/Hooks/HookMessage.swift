import Envelopes
import Foundation

extension SignWell {
    /// What a hook is told: an event, and the document after it.
    public struct HookMessage: Encodable, Sendable {
        public struct Person: Encodable, Sendable {
            let email, name: String
        }

        public struct Event: Encodable, Sendable {
            let type: String
            /// Seconds since 1970.
            let time: Int
            /// The HMAC-SHA256 of type and time under the hook's id, in hexadecimal digits.
            let hash: String
            let relatedSigner: Person?

            private enum CodingKeys: String, CodingKey {
                case type, time, hash
                case relatedSigner = "related_signer"
            }
        }

        public struct Content: Encodable, Sendable {
            let object: Document
        }

        let event: Event
        let data: Content

        /// The text that an event's `hash` covers: type and time, and nothing else of the message.
        package static func hashedText(_ type: String, at date: Date) -> String { "\(type)@\(seconds(date))" }

        /// - Parameters:
        ///   - type: the event's name
        ///   - hash: the code of ``hashedText(_:at:)``
        ///   - document: the document after the event; addresses at which people sign do not belong in it
        package init(
            _ type: String, at date: Date, hash: String, about recipient: Envelopes.Recipient?, document: Document
        ) {
            event = Event(
                type: type, time: Self.seconds(date), hash: hash,
                relatedSigner: recipient.map { Person(email: $0.email, name: $0.name) })
            data = Content(object: document)
        }

        private static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }

        /// The bytes of the message; the same members always give the same bytes.
        package func bytes() throws -> Data {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// A hook, in requests and answers.
    public struct Hook: Codable, Hashable, Sendable {
        public var id: String
        public var callbackURL: String
        public var apiApplicationID: String?

        package init(id: String, callbackURL: String, apiApplicationID: String? = nil) {
            self.id = id
            self.callbackURL = callbackURL
            self.apiApplicationID = apiApplicationID
        }

        private enum CodingKeys: String, CodingKey {
            case id
            case callbackURL = "callback_url"
            case apiApplicationID = "api_application_id"
        }
    }

    /// A request for a hook.
    public struct HookRequest: Hashable, Sendable {
        public var callbackURL: String?
        public var apiApplicationID: String?

        /// Reads a body and notes its problems.
        package init(reading reader: RequestReader) {
            callbackURL = reader.text("callback_url")
            apiApplicationID = reader.text("api_application_id")
            reader.refuseOthers()
        }
    }
}
