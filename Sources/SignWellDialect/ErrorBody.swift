extension SignWell {
    /// An error as the API reports it: an HTTP status, and a body whose shape depends on it.
    package struct ErrorBody: Error, Hashable, Sendable, Encodable, CustomStringConvertible {
        /// The HTTP status; not part of the body.
        package let status: Int
        private let shape: Shape

        private enum Shape: Hashable, Sendable {
            /// `{"errors": …}`: sentences at the places that they are about.
            case errors(ErrorTree)
            /// `{"message": …, "meta": {…}}`
            case message(code: String, String)
            /// `{"error": …}`
            case plain(String)
        }

        private init(status: Int, _ shape: Shape) {
            self.status = status
            self.shape = shape
        }

        /// Sentences at their places: 422, or 409 for an unfit status.
        package init(status: Int = 422, errors: ErrorTree) { self.init(status: status, .errors(errors)) }

        /// A sentence with a code for programs, such as `record_not_found`.
        package init(status: Int, code: String, message: String) {
            self.init(status: status, .message(code: code, message))
        }

        /// 400 for members that the call does not know.
        package static func unknownKeys(_ keys: [String]) -> Self {
            Self(
                status: 400,
                errors: .members([
                    "message": .sentence("The request has keys that this call does not know."),
                    "invalid_keys": .sentences(keys),
                ]))
        }

        /// 404 for an id that names nothing.
        ///
        /// - Parameter kind: `document`, `hook`, …
        package static func notFound(_ kind: String) -> Self {
            Self(status: 404, code: "record_not_found", message: "There is no such \(kind).")
        }

        /// 401 for a missing, unknown or revoked key.
        package static var unauthorized: Self {
            Self(
                status: 401, code: "api_key_unauthorized_error",
                message: "The header X-Api-Key holds no valid API key.")
        }

        /// 400 for a parameter of the query, or a body that is not JSON.
        package static func invalidParameter(_ message: String) -> Self {
            Self(status: 400, code: "invalid_parameter", message: message)
        }

        /// 429.
        package static func tooManyRequests(_ message: String) -> Self { Self(status: 429, .plain(message)) }

        /// The sentences in the order of their places.
        package var sentences: [String] {
            switch shape {
            case .errors(let tree): tree.sentences
            case .message(_, let text), .plain(let text): [text]
            }
        }

        package var description: String { "\(status) " + sentences.joined(separator: " ") }

        package func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: WireName.self)
            switch shape {
            case .errors(let tree): try members.encode(tree, forKey: "errors")
            case .plain(let text): try members.encode(text, forKey: "error")
            case .message(let code, let text):
                try members.encode(text, forKey: "message")
                var meta = members.nestedContainer(keyedBy: WireName.self, forKey: "meta")
                try meta.encode(code, forKey: "error")
                try meta.encode(text, forKey: "message")
                try meta.encode([text], forKey: "messages")
            }
        }
    }

    /// Sentences at the places that they are about.
    package indirect enum ErrorTree: Hashable, Sendable, Encodable {
        case sentence(String)
        case sentences([String])
        case members([String: ErrorTree])
        case list([ErrorTree])

        package func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .sentence(let text): try value.encode(text)
            case .sentences(let texts): try value.encode(texts)
            case .members(let members): try value.encode(members)
            case .list(let entries): try value.encode(entries)
            }
        }

        /// The sentences in the order of their places.
        package var sentences: [String] {
            switch self {
            case .sentence(let text): [text]
            case .sentences(let texts): texts
            case .members(let members): members.sorted { $0.key < $1.key }.flatMap(\.value.sentences)
            case .list(let entries): entries.flatMap(\.sentences)
            }
        }

        /// The sentences, each after its place.
        package var placedSentences: [String] { placed([]) }

        private func placed(_ path: [String]) -> [String] {
            switch self {
            case .members(let members):
                members.sorted { $0.key < $1.key }.flatMap { $0.value.placed(path + [$0.key]) }
            default: sentences.map { path.isEmpty ? $0 : path.joined(separator: ".") + ": " + $0 }
            }
        }

        /// The part at a place.
        package subscript(path: String...) -> ErrorTree? {
            path.reduce(Optional(self)) { tree, name in
                guard case .members(let members) = tree else { return nil }
                return members[name]
            }
        }

        /// Adds a sentence to the list at a place.
        mutating func add(_ sentence: String, at path: ArraySlice<String>) {
            guard let name = path.first else {
                switch self {
                case .sentences(let others): self = .sentences(others.contains(sentence) ? others : others + [sentence])
                case .sentence(let other): self = .sentence(other == sentence ? other : "\(other) \(sentence)")
                case .members(var members) where members.isEmpty:
                    members = [:]
                    self = .sentences([sentence])
                case .members(var members):
                    // A place with parts of its own: the sentence is about the whole.
                    members["base", default: .members([:])].add(sentence, at: [])
                    self = .members(members)
                case .list(let entries): self = .list(entries + [.sentence(sentence)])
                }
                return
            }
            var members: [String: ErrorTree] = [:]
            switch self {
            case .members(let known): members = known
            case .sentence, .sentences, .list: members = ["base": self]
            }
            members[name, default: .members([:])].add(sentence, at: path.dropFirst())
            self = .members(members)
        }

        /// Puts a part at the place of a name in a whole.
        mutating func put(_ part: ErrorTree, at path: ArraySlice<String>) {
            guard let name = path.first else { return self = part }
            guard case .members(var members) = self else { return self = .members(["base": self, name: part]) }
            members[name, default: .members([:])].put(part, at: path.dropFirst())
            self = .members(members)
        }
    }
}

/// The name of any member.
struct WireName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral value: String) { stringValue = value }
    init?(intValue: Int) { nil }
}
