import Envelopes
import Foundation

extension SignWell {
    /// What a hook hears: an event, and the document or template after it.
    package struct HookMessage: Encodable, Sendable {
        package struct Person: Encodable, Sendable {
            let email, name: String
        }

        package struct Event: Encodable, Sendable {
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

        /// What an event is about.
        package enum Object: Encodable, Sendable {
            /// Without addresses at which people sign.
            case document(Document)
            case template(Template)

            package func encode(to encoder: any Encoder) throws {
                switch self {
                case .document(let document): try document.encode(to: encoder)
                case .template(let template): try template.encode(to: encoder)
                }
            }
        }

        package struct Content: Encodable, Sendable {
            let object: Object
        }

        let event: Event
        let data: Content

        /// The text that an event's `hash` covers: type and time, and nothing else of the message.
        package static func hashedText(_ type: String, at date: Date) -> String { "\(type)@\(seconds(date))" }

        /// - Parameters:
        ///   - type: the event's name
        ///   - hash: the code of ``hashedText(_:at:)``
        package init(
            _ type: String, at date: Date, hash: String, about recipient: Envelopes.Recipient? = nil, _ object: Object
        ) {
            event = Event(
                type: type, time: Self.seconds(date), hash: hash,
                relatedSigner: recipient.map { Person(email: $0.email, name: $0.name) })
            data = Content(object: object)
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
    package struct Hook: Codable, Hashable, Sendable {
        package var id: String
        package var callbackURL: String
        package var apiApplicationID: String?

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
    package struct HookRequest: Hashable, Sendable {
        package var callbackURL: String?
        package var apiApplicationID: String?

        /// Reads a body and notes its problems.
        package init(reading reader: RequestReader) {
            callbackURL = reader.text("callback_url")
            apiApplicationID = reader.text("api_application_id")
            reader.refuseOthers()
        }
    }
}
