import Envelopes
import Essentials
import Foundation
@_exported import HTTPMessages
import PageImages
import PageKit
import ServiceCalls
import Words

/// Serves the page on which a sender composes one envelope: its documents, its people, its fields.
///
/// The page is served at a base address that ends in `/`; all its requests are relative to it. The caller authenticates
/// requests: everything passed to ``answer(_:)`` acts as the sender. The host holds no rules: what keeps a draft from
/// being sent, the domain says, and the page shows it at its place.
///
///     let host = ComposingHost(store: drafts, renderer: renderer, share: share, returnAddress: address)
///     let reply = await host.answer(HTTPCall(.get, "draft"))
public struct ComposingHost: PageHost {
    let store: any DraftStore
    let renderer: any PageRenderer
    /// The account and the person that drawing is charged to.
    let share: FairShare
    let returnAddress: ReturnAddress
    let configuration: ComposingConfiguration

    /// - Parameters:
    ///   - store: keeps the one draft
    ///   - share: the account and the person that drawing is charged to
    ///   - returnAddress: the address that the browser opens when the sender leaves
    public init(
        store: any DraftStore, renderer: any PageRenderer, share: FairShare = .sole,
        returnAddress: ReturnAddress = .none, configuration: ComposingConfiguration = ComposingConfiguration()
    ) {
        self.store = store
        self.renderer = renderer
        self.share = share
        self.returnAddress = returnAddress
        self.configuration = configuration
    }

    /// Answers a request. Never throws: an error becomes a response with a code.
    ///
    /// - Parameter request: the request, with a path relative to the page's base address
    public func answer(_ request: HTTPCall) async -> HTTPReply {
        await Self.dispatcher.answer(ServiceCall(request, base: Self.unnamedBase), in: self)
    }

    /// Whether a path relative to the page's address is a file of the page itself, the same for everybody.
    package static func isPageFile(_ path: String) -> Bool { ComposingPage.all.contains(path) }

    /// Returns the maximum size of a request's body in bytes.
    ///
    /// - Parameter target: the request's path and query, relative to the page's base address, with a slash in front
    public func bodyLimit(for target: String) -> Int {
        target.hasPrefix("/files/") ? configuration.fileLimit : configuration.bodyLimit
    }

    // MARK: The draft

    func show() async throws -> HTTPReply { try await reply(with: store.draft()) }

    /// Stores a change. The same change again is answered as before, so an answer that got lost does no harm.
    func save(_ request: HTTPCall) async throws -> HTTPReply {
        struct Change: Decodable {
            let version: Int
            let content: DraftContent
        }
        guard let change = try? JSONDecoder().decode(Change.self, from: request.body) else {
            throw DraftError.malformed
        }
        let now = try await store.draft()
        var definition: EnvelopeDefinition
        do {
            definition = try change.content.definition(of: now) { UUID.random().uuidString }
        } catch {
            // It may name a file that another change has taken away.
            throw now.version == change.version ? error : DraftError.changed(now)
        }
        configuration.locked.forEach { $0.restore(in: &definition, from: now.definition) }
        if definition == now.definition { return try await reply(with: now) }
        guard now.version == change.version else { throw DraftError.changed(now) }
        let codes = change.content.newCodes
        if !codes.isEmpty { try await store.keep(codes: codes) }
        return try await reply(with: store.save(definition, over: change.version))
    }

    func add(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        guard let header = request.headers[named: Self.fileNameHeader], let name = header.removingPercentEncoding
        else { throw DraftError.malformed }
        guard let number = Int(id), String(number) == id, DraftLimits.fileNumbers.contains(number) else {
            throw DraftError.malformed
        }
        guard !request.body.isEmpty else { throw DraftError.fileRefused(.empty) }
        let file = try await store.add(request.body, named: name, as: DocumentID(id))
        return try .json(FileView(file))
    }

    /// Takes in files that the sender picks in the app.
    func pick() async throws -> HTTPReply {
        struct Picked: Encodable {
            let files: [FileView]
        }
        guard configuration.pickerTitle != nil else { throw DraftError.notFound }
        return try .json(Picked(files: await store.pickFiles().map(FileView.init)))
    }

    /// The header with the file's name, in percent-encoded UTF-8 (RFC 3986 §2.1).
    static let fileNameHeader = "X-File-Name"

    // MARK: The end

    func send(_ request: HTTPCall) async throws -> HTTPReply {
        struct Sending: Decodable {
            let version: Int
        }
        guard configuration.sends else { throw DraftError.sendingNotOffered }
        guard let sending = try? JSONDecoder().decode(Sending.self, from: request.body) else {
            throw DraftError.malformed
        }
        try await store.send(sending.version)
        return try end(.send)
    }

    func keep() async throws -> HTTPReply {
        try await store.keep()
        return try end(.save)
    }

    func discard() async throws -> HTTPReply {
        try await store.discard()
        return try end(.cancel)
    }

    private func end(_ ending: ComposingEnding) throws -> HTTPReply {
        struct End: Encodable {
            let redirect: String?
        }
        return try .json(End(redirect: returnAddress.location(event: ending.rawValue)))
    }

    private func reply(with draft: Draft) async throws -> HTTPReply {
        try .json(DraftView(draft, problems: await problems(of: draft), configuration))
    }

    /// Returns everything that keeps a draft from being sent.
    func problems(of draft: Draft) async throws -> [DraftProblem] {
        let ruled = draft.definition.problems(whenSending: true).map(DraftProblem.init)
        return try await ruled + store.problems(of: draft.definition)
    }
}
