import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

/// Templates of the session's account: at the server, and on this device.
///
///     let templates = try session.templates()
///     let found = try await templates.list(Templates.Filter(searchText: "lease"))
///     try await templates.cache(found.templates[0].id)
public struct Templates: Sendable {
    let api: APIClient
    let user: AccountDetails
    let store: DeviceStore
    let configuration: CountersignConfiguration
    let events: any EventSink
    private let downloads = TemplateDownloads()
    let unanswered = UnansweredSends()

    init(
        api: APIClient, user: AccountDetails, store: DeviceStore, configuration: CountersignConfiguration,
        events: any EventSink
    ) {
        self.api = api
        self.user = user
        self.store = store
        self.configuration = configuration
        self.events = events
    }

    var sender: Sender { Sender(userID: user.userID, name: user.userName, email: user.email) }

    // MARK: At the server

    /// One page of a list.
    public func list(_ filter: Templates.Filter = Templates.Filter()) async throws(CountersignError) -> Templates.Page {
        try await api.answer(Templates.Page.self, to: APIRequest(.get, ["templates"], query: filter.query))
    }

    /// The most templates that a search by name goes through.
    public static let mostSearched = 100_000

    /// Every template whose name is, begins with, ends with or holds a text, whatever its case and accents; among the
    /// first ``mostSearched`` that the server finds.
    public func list(
        named text: String, matching match: Templates.NameMatch = .contains,
        among filter: Templates.Filter = Templates.Filter()
    ) async throws(CountersignError) -> [TemplateSummary] {
        var filter = filter
        filter.searchText = text
        filter.count = 1000
        let end = max(0, filter.start).addingReportingOverflow(Self.mostSearched)
        var found: [TemplateSummary] = []
        while true {
            let page = try await list(filter)
            found += page.templates.filter { match.matches($0.name, text) }
            // A server that gives the same page again and again would be asked for ever.
            guard let next = page.nextStart, next > filter.start, !end.overflow, next < end.partialValue else {
                return found
            }
            filter.start = next
        }
    }

    /// The folders that templates lie in.
    public func folders(
        of owner: Templates.Filter.Owner = .anybody
    ) async throws(CountersignError) -> [Templates.Folder] {
        let query = [
            URLQueryItem(name: "template", value: "only"), URLQueryItem(name: "include", value: "template_folders"),
            URLQueryItem(name: "user_filter", value: owner.userFilter.rawValue),
        ]
        return try await api.answer(FoldersAnswer.self, to: APIRequest(.get, ["folders"], query: query)).folders
    }

    /// A template as the server has it now.
    public func template(_ id: TemplateID) async throws(CountersignError) -> TemplateSummary {
        try await api.answer(TemplateSummary.self, to: Self.request(id))
    }

    /// Moves a template to the server's recycle bin. A copy on this device stays.
    public func delete(_ id: TemplateID) async throws(CountersignError) {
        _ = try await api.send(
            try APIRequest(
                .put, ["folders", Wire.FoldersRequest.recycleBin],
                json: Wire.FoldersRequest(envelopeIds: [id.rawValue])))
    }

    static func request(_ id: TemplateID) -> APIRequest {
        APIRequest(
            .get, ["templates", id.rawValue],
            query: [URLQueryItem(name: "include", value: "documents,recipients,tabs,custom_fields")])
    }

    func fetch(_ id: TemplateID) async throws(CountersignError) -> (summary: TemplateSummary, node: JSONNode) {
        let reply = try await api.send(Self.request(id))
        return (try reply.decoded(TemplateSummary.self), try reply.decoded(JSONNode.self))
    }

    func fetchDocument(_ document: String, of id: TemplateID) async throws(CountersignError) -> Data {
        let reply = try await api.send(
            APIRequest(
                .get, ["templates", id.rawValue, "documents", document], headers: [.accept: "application/pdf"]))
        guard reply.body.starts(with: Data("%PDF-".utf8)) else {
            throw .unreadableAnswer(what: "the document is not a PDF", trace: reply.trace)
        }
        return reply.body
    }

    // MARK: On this device

    /// Downloads a template with its documents for use without a network, or a newer copy in place of an older one.
    /// What is downloaded is used only when it is whole, and of one moment.
    ///
    /// - Throws: ``CountersignError/templateNotUsable(_:)`` with everything that stands in the way of using it offline;
    ///   then nothing is kept, and an older copy stays.
    public func cache(_ id: TemplateID) async throws(CountersignError) {
        let isUpdate = try await store.template(id) != nil
        try await downloads.run(id) { () async throws(CountersignError) in
            let attempt = statuses.downloadBegan(id, isUpdate: isUpdate)
            events.announce(.templateCachingStarted(template: id.rawValue, isUpdate: isUpdate))
            do throws(CountersignError) {
                try await download(id)
            } catch {
                statuses.downloadEnded(id, attempt)
                events.announce(.templateCachingFailed(template: id.rawValue, error: error.description))
                throw error
            }
            // Whoever hears of it finds it ended.
            statuses.downloadEnded(id, attempt)
            events.announce(.templateCached(template: id.rawValue))
        }
    }

    private func download(_ id: TemplateID) async throws(CountersignError) {
        var (summary, node) = try await fetch(id)
        for _ in 0..<3 {
            let reading = TemplateReading(node, configuration.offline.unusableFields)
            announceLocked(reading, id)
            var documents: [(id: DocumentID, blob: BlobHash)] = []
            var bytes: [Data] = []
            for document in reading.node["documents"].elements {
                guard let name = document["documentId"].text else { continue }
                let data = try await fetchDocument(name, of: id)
                bytes.append(data)
                documents.append((DocumentID(name), BlobHash(of: data)))
            }
            _ = try template(
                reading, contents: Dictionary(zip(documents.map(\.id), bytes)) { $1 }, for: configuration.offline)
            // Somebody may have changed it while the documents came.
            let (again, nodeNow) = try await fetch(id)
            guard again.lastModifiedAt == summary.lastModifiedAt else {
                (summary, node) = (again, nodeNow)
                continue
            }
            for data in bytes { _ = try await store.store(data) }
            let body: Data
            do { body = try JSONEncoder().encode(node) } catch { throw CountersignError(storing: error) }
            return try await store.keep(
                template: id, name: summary.name, modified: summary.lastModifiedAt, body: body, documents: documents)
        }
        throw .unreadableAnswer(what: "the template changes all the time", trace: nil)
    }

    private func announceLocked(_ reading: TemplateReading, _ id: TemplateID) {
        guard !reading.lockedEmpty.isEmpty else { return }
        events.announce(.unusableTabs(template: id.rawValue, tabs: reading.lockedEmpty))
    }

    /// Which templates are on this device, or on their way: without a wait, for the cells of a list.
    public var statuses: Templates.Statuses { store.templateStatuses }

    /// Whether a template is on this device. The same without a wait: ``statuses``.
    public func cacheState(of id: TemplateID) async throws(CountersignError) -> Templates.CacheState {
        try store.life?.check()
        return statuses[id].state
    }

    /// The templates on this device in the order of their names.
    ///
    /// - Parameter text: only those whose name holds it, whatever its case and accents; nil for all.
    public func cached(containing text: String? = nil) async throws(CountersignError) -> [CachedTemplate] {
        try await store.templates(containing: text)
    }

    /// Nil when it is not on this device.
    public func cached(_ id: TemplateID) async throws(CountersignError) -> CachedTemplate? {
        try await store.template(id)
    }

    /// The bytes of a cached template's documents.
    public func documents(of id: TemplateID) async throws(CountersignError) -> [DocumentID: Data] {
        guard let stored = try await store.storedTemplate(id) else { throw .templateNotCached(id) }
        return try await contents(stored)
    }

    /// Removes a template from this device; nothing happens when it is not there.
    public func removeCached(_ id: TemplateID) async throws(CountersignError) {
        guard try await store.remove(template: id) else { return }
        events.announce(.templateUncached(template: id.rawValue))
        try await store.sweep()
    }

    /// Removes every template from this device.
    public func removeAllCached() async throws(CountersignError) {
        let all = try await store.templates()
        try await store.removeTemplates()
        for template in all { events.announce(.templateUncached(template: template.id.rawValue)) }
        try await store.sweep()
    }

    /// Whether the server's template was changed after the copy on this device; asks the server.
    ///
    /// - Throws: ``CountersignError/templateNotCached(_:)``.
    public func isStale(_ id: TemplateID) async throws(CountersignError) -> Bool {
        guard let cached = try await store.template(id) else { throw .templateNotCached(id) }
        return cached.isOlder(than: try await template(id))
    }

    /// Everything that stands in the way of using a template without a network, with the field that is the reason; empty
    /// when nothing does. Of a template on this device the copy is judged, of another the server's.
    public func obstacles(toCaching id: TemplateID) async throws(CountersignError) -> [TemplateObstacle] {
        let node: JSONNode
        var contents: [DocumentID: Data] = [:]
        if let stored = try await store.storedTemplate(id) {
            node = stored.node
            contents = try await self.contents(stored)
        } else {
            node = try await fetch(id).node
            for document in TemplateReading(node, configuration.offline.unusableFields).node["documents"].elements {
                guard let name = document["documentId"].text else { continue }
                contents[DocumentID(name)] = try await fetchDocument(name, of: id)
            }
        }
        let reading = TemplateReading(node, configuration.offline.unusableFields)
        do throws(CountersignError) {
            _ = try template(reading, contents: contents, for: configuration.offline)
            return []
        } catch {
            guard case .templateNotUsable(let obstacles) = error else { throw error }
            return obstacles
        }
    }

    func contents(_ stored: StoredTemplate) async throws(CountersignError) -> [DocumentID: Data] {
        var contents: [DocumentID: Data] = [:]
        for (id, hash) in stored.documents { contents[id] = try await store.blob(hash) }
        return contents
    }

    /// The template for the domain, with the pages of its documents.
    ///
    /// - Parameter options: what has to be kept to without a network; nil for use with one.
    func template(
        _ reading: TemplateReading, contents: [DocumentID: Data], for options: OfflineOptions? = nil
    ) throws(CountersignError) -> Template {
        var obstacles = reading.obstacles
        var documents: [EnvelopeDocument] = []
        for (index, node) in reading.node["documents"].elements.enumerated() {
            let id = DocumentID(node["documentId"].text ?? "")
            let name = node["name"].text ?? id.rawValue
            guard let bytes = contents[id] else { continue }
            do throws(IntakeError) {
                documents.append(
                    EnvelopeDocument(
                        id: id, name: name, blob: BlobHash(of: bytes), pages: try DocumentIntake.read(bytes),
                        order: node["order"].text.flatMap { Int($0) } ?? index + 1))
            } catch {
                obstacles.append(
                    TemplateObstacle(.unusableDocument("Document \(id): \(error.description)"), field: id.rawValue))
            }
        }
        for case .documentTooLarge(let id, let size, let limit)
            in options?.obstacles(toSizes: contents.mapValues(\.count)) ?? []
        {
            let sentence = OfflineObstacle.documentTooLarge(id, size: size, limit: limit).description
            obstacles.append(TemplateObstacle(.unusableDocument(sentence), field: id.rawValue))
        }
        guard obstacles.isEmpty else { throw .templateNotUsable(obstacles) }
        return try reading.template(documents: documents, user: sender, accountID: user.accountID)
    }
}

extension CachedTemplate {
    /// Whether the server's template was changed after this copy was made. Where the server says when it was changed,
    /// its own clock decides; otherwise the time of the copy does.
    public func isOlder(than template: TemplateSummary) -> Bool {
        guard let changed = template.lastModifiedAt else { return false }
        return (lastModifiedAt ?? cachedAt) < changed
    }
}

private struct FoldersAnswer: Decodable {
    let folders: [Templates.Folder]

    init(from decoder: any Decoder) throws {
        folders = try AnswerMembers(decoder).list("folders", of: Templates.Folder.self)
    }
}
