import Ceremony
import Countersign
import Envelopes
import Foundation
import HTTPMessages

/// A person on a signing page, simulated with the requests that the page makes.
///
///     let visit = try await service.openCeremony(of: envelope, recipient: "1", returningTo: done)
///     try await visit.fill("Town", with: "Ghent")
///     #expect(try await visit.complete() == "signing_complete")
public struct CeremonyVisit: Sendable {
    /// An error of the page.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// The answer's HTTP status.
        public let status: Int
        /// The page's own code, such as `required_fields`.
        public let code: String
        /// One sentence.
        public let message: String

        /// The status, the code and the page's sentence.
        public var description: String { "\(status) \(code): \(message)" }
    }

    /// A field of the page.
    public struct Field: Sendable, Hashable, Decodable {
        /// The field's id in the envelope.
        public let id: String
        /// The envelope's word for the kind: `signHere`, `initialHere`, `text`, `checkbox`, `radio`, `list` …
        public let kind: String
        /// What ``CeremonyVisit/fill(_:with:)`` and ``CeremonyVisit/complete(_:)`` find the field by.
        public let label: String
        /// The document that the field is on.
        public let documentId: String
        /// The page, from 1.
        public let page: Int
        /// Whether the page does not finish while the field is shown and empty.
        public let required: Bool
        /// Whether the person cannot change the value.
        public let locked: Bool
        /// Whether the field has what finishing needs: a value, a tick or a signature.
        public let filled: Bool
        /// Whether the field's condition is met; true for a field without one.
        public let shown: Bool
        /// What the field shows: a text, an option's value, `true` or `false` for a box, a button or an optional
        /// signature. `nil` for a required signature, or if there is nothing.
        public let value: String?
        /// The group of a radio button.
        public let group: String?
        /// The options of a list.
        public let options: [ListOption]
    }

    /// The page's data.
    public struct Session: Sendable, Decodable {
        /// The recipient whose page it is.
        public struct Person: Sendable, Decodable {
            /// The recipient's name in the envelope.
            public let name: String
            /// Whether they have agreed to electronic records.
            public let consented: Bool
        }
        /// Checkboxes with a rule for how many have to be ticked.
        public struct Group: Sendable, Decodable {
            /// The group's label in the envelope.
            public let label: String
            /// Whether the number of ticks meets the group's rule.
            public let met: Bool
            /// The ids of the group's fields.
            public let tabs: [String]
        }
        /// A document, with the members that a visit needs.
        public struct Paper: Sendable, Decodable {
            /// The document's id in the envelope.
            public let id: String
            /// The document's name in the envelope.
            public let name: String
        }
        /// The recipient whose page it is.
        public let recipient: Person
        /// The documents that this recipient sees.
        public let documents: [Paper]
        /// This recipient's fields, whether they are shown or not; empty once they have signed.
        public let tabs: [Field]
        /// This recipient's groups of checkboxes.
        public let groups: [Group]
        /// Whether only reading is left: the recipient has finished, or the envelope has ended.
        public let finished: Bool
        /// The names of the handwriting faces for typed signatures.
        public let faces: [String]
    }

    private struct Preview: Decodable {
        struct Face: Decodable {
            let face: String
        }
        let faces: [Face]
    }

    private struct Redirect: Decodable {
        let redirect: String?
    }

    /// Sends requests whose path is relative to the page.
    typealias Carrier = @Sendable (HTTPCall) async throws -> HTTPReply

    private let carrier: Carrier

    init(carrier: @escaping Carrier) {
        self.carrier = carrier
    }

    /// Creates a visit to the page that an app itself serves, offline.
    public init(_ host: any PageHost) {
        carrier = { await host.answer($0) }
    }

    /// Returns the page's data. The first call opens the envelope.
    public func session() async throws -> Session { try await ask(.get, "session") }

    /// Agrees to electronic records.
    public func consent() async throws { let _: Session = try await ask(.post, "consent", [String: String]()) }

    /// Adopts a typed signature or typed initials, and puts them into every required field of the kind. Without a text,
    /// uses the recipient's name.
    public func adopt(_ kind: AdoptedKind = .signature, text: String? = nil) async throws {
        let own = try await session().recipient.name
        let text = text ?? own
        let preview: Preview = try await ask(.post, "signature/preview", ["kind": kind.rawValue, "text": text])
        let adopted: Session = try await ask(
            .put, "signature",
            ["kind": kind.rawValue, "method": "typed", "text": text, "face": preview.faces.first?.face ?? ""])
        let places = adopted.tabs.filter { Self.artwork[$0.kind] == kind && $0.required && $0.shown && !$0.filled }
        guard !places.isEmpty else { return }
        let _: Session = try await ask(.post, "signature/places", ["fields": places.map(\.id)])
    }

    /// Views the pages that have to be seen before signing: the first page of each document, and those with one of the
    /// recipient's fields.
    public func look() async throws {
        let session = try await session()
        let first = session.documents.map { DocumentPage(DocumentID($0.id), 1) }
        let own = session.tabs.filter(\.shown).map { DocumentPage(DocumentID($0.documentId), $0.page) }
        let pages = Set(first + own)
        for page in pages {
            _ = try await asked(HTTPCall(.get, "documents/\(page.documentID)/pages/\(page.page)/image"))
        }
        let _: Reported = try await ask(.post, "shown", ["pages": Array(pages)])
    }

    private struct Reported: Decodable {
        let received: Bool
    }

    /// Fills in every field with a label: text as it is, `true` for a checkbox or radio button.
    public func fill(_ label: String, with value: String) async throws {
        for field in try await session().tabs where field.label == label { try await fill(field, value) }
    }

    private func fill(_ field: Field, _ value: String) async throws {
        let _: Session = try await ask(.put, "fields/\(field.id)", ["value": value])
    }

    /// Does everything still missing and finishes: opens, agrees, adopts, fills in required fields, and ticks boxes of
    /// groups. A recipient who has already signed reads the document and closes it, as the page allows.
    ///
    /// - Parameter values: values by label; a required field without one is ticked, or gets `x` or the first option
    /// - Returns: the event in the return address; `nil` if there is none
    @discardableResult
    public func complete(_ values: [String: String] = [:]) async throws -> String? {
        let session = try await session()
        if session.finished { return try await finishLater() }
        if !session.recipient.consented { try await consent() }
        var named: Set<String> = []
        // Filling in a field may show others.
        for _ in 0...session.tabs.count * 2 {
            guard try await fillOne(values, &named) else { break }
        }
        return try await finish()
    }

    /// Fills in the next field that has a value in `values`, is required and empty, or is needed by a group.
    ///
    /// - Parameter named: the fields that already have the value of their label
    /// - Returns: whether a field was filled in
    private func fillOne(_ values: [String: String], _ named: inout Set<String>) async throws -> Bool {
        let session = try await session()
        let open = session.tabs.filter { $0.shown && !$0.locked && Self.byHand.contains($0.kind) }
        if let field = open.first(where: { values[$0.label] != nil && !named.contains($0.id) }) {
            named.insert(field.id)
            let value = values[field.label] ?? ""
            guard let kind = Self.artwork[field.kind] else {
                try await fill(field, value)
                return true
            }
            if !field.filled, field.required || value == "true" { try await adopt(kind) }
            if !field.required { try await fill(field, value) }
            return true
        }
        if let field = open.first(where: { $0.required && !$0.filled }) {
            if let kind = Self.artwork[field.kind] {
                try await adopt(kind)
            } else {
                try await fill(field, usual(field))
            }
            return true
        }
        let lacking = session.groups.filter { !$0.met }.flatMap(\.tabs)
        guard let field = open.first(where: { lacking.contains($0.id) && !$0.filled && values[$0.label] == nil }) else {
            return false
        }
        try await fill(field, "true")
        return true
    }

    private static let byHand: Set<String> = [
        "signHere", "initialHere", "text", "checkbox", "radio", "list",
    ]
    private static let artwork: [String: AdoptedKind] = ["signHere": .signature, "initialHere": .initials]

    /// Returns the default value of a required field.
    private func usual(_ field: Field) -> String {
        switch field.kind {
        case "text": "x"
        case "list": field.options.first { !$0.value.isEmpty }?.value ?? ""
        default: "true"
        }
    }

    /// Views the pages (``look()``) and finishes: signs.
    ///
    /// - Returns: the event in the return address; `nil` if there is none
    @discardableResult
    public func finish() async throws -> String? {
        try await look()
        return try await finishAfterLooking()
    }

    /// Finishes; the pages have been viewed (``look()``).
    package func finishAfterLooking() async throws -> String? { try await leave("finish") }

    /// Declines to sign.
    @discardableResult
    public func decline(because reason: String) async throws -> String? {
        try await leave("decline", ["reason": reason])
    }

    /// Leaves the page to finish later.
    @discardableResult
    public func finishLater() async throws -> String? { try await leave("later") }

    private func leave(_ path: String, _ body: [String: String] = [:]) async throws -> String? {
        let answer: Redirect = try await ask(.post, path, body)
        return answer.redirect.flatMap(Self.event)
    }

    /// Returns the parameter `event` of a return address.
    static func event(_ address: String) -> String? {
        URLComponents(string: address)?.queryItems?.last { $0.name == "event" }?.value
    }

    private func ask<Answer: Decodable>(
        _ method: HTTPRequest.Method, _ path: String, _ body: (some Encodable)? = [String: String]?.none
    ) async throws -> Answer {
        let call = HTTPCall(
            method, path, headers: [.contentType: "application/json"],
            body: try body.map { try JSONEncoder().encode($0) } ?? Data())
        return try JSONDecoder().decode(Answer.self, from: try await asked(call).body)
    }

    private func asked(_ call: HTTPCall) async throws -> HTTPReply {
        let reply = try await carrier(call)
        guard (200..<300).contains(reply.status) else { throw Self.refusal(reply) }
        return reply
    }

    private static func refusal(_ reply: HTTPReply) -> Refusal {
        struct Answer: Decodable {
            struct Detail: Decodable {
                let code: String
                let message: String
            }
            let error: Detail
        }
        let detail = (try? JSONDecoder().decode(Answer.self, from: reply.body))?.error
        return Refusal(
            status: reply.status, code: detail?.code ?? "unknown",
            message: detail?.message ?? String(decoding: reply.body.prefix(200), as: UTF8.self))
    }
}
