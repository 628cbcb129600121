import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

/// Templates of the session's account, on the server and on this device.
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

    /// Returns one page of a list.
    public func list(_ filter: Templates.Filter = Templates.Filter()) async throws(CountersignError) -> Templates.Page {
        try await api.answer(Templates.Page.self, to: APIRequest(.get, ["templates"], query: filter.query))
    }

    /// The maximum number of templates that a search by name examines.
    public static let mostSearched = 100_000

    /// Returns every template whose name equals, begins with, ends with or contains a text, ignoring case and accents.
    /// Searches the first ``mostSearched`` templates that the server finds.
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
            // A server that returned the same page repeatedly would be asked forever.
            guard let next = page.nextStart, next > filter.start, !end.overflow, next < end.partialValue else {
                return found
            }
            filter.start = next
        }
    }

    /// Returns the folders that contain templates.
    public func folders(
        of owner: Templates.Filter.Owner = .anybody
    ) async throws(CountersignError) -> [Templates.Folder] {
        let query = [
            URLQueryItem(name: "template", value: "only"), URLQueryItem(name: "include", value: "template_folders"),
            URLQueryItem(name: "user_filter", value: owner.userFilter.rawValue),
        ]
        return try await api.answer(FoldersAnswer.self, to: APIRequest(.get, ["folders"], query: query)).folders
    }

    /// Returns a template as it is on the server now.
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

    /// Downloads a template with its documents for offline use, replacing an older copy. A download is used only if it
    /// is complete and the template did not change meanwhile.
    ///
    /// - Throws: ``CountersignError/templateNotUsable(_:)`` with everything that prevents offline use; then nothing is
    ///   stored, and an older copy stays
    public func cache(_ id: TemplateID) async throws(CountersignError) {
        let isUpdate = try await store.template(id) != nil
        try await downloads.run(id) { () async throws(CountersignError) in
            let attempt = statuses.downloadBegan(id, isUpdate: isUpdate)
            events.announce(.templateCachingStarted(template: id, isUpdate: isUpdate))
            do throws(CountersignError) {
                try await download(id)
            } catch {
                statuses.downloadEnded(id, attempt)
                events.announce(.templateCachingFailed(template: id, error: error))
                throw error
            }
            // Listeners of the event find the download ended.
            statuses.downloadEnded(id, attempt)
            events.announce(.templateCached(template: id))
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
            // Somebody may have changed the template while the documents were downloaded.
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
        throw .unreadableAnswer(what: "the template keeps changing", trace: nil)
    }

    private func announceLocked(_ reading: TemplateReading, _ id: TemplateID) {
        guard !reading.lockedEmpty.isEmpty else { return }
        events.announce(.unusableTabs(template: id, tabs: reading.lockedEmpty))
    }

    /// The templates that are on this device or being downloaded, for the cells of a list. Reading a status never
    /// waits.
    public var statuses: Templates.Statuses { store.templateStatuses }

    /// Returns whether a template is on this device. For an answer without waiting, see ``statuses``.
    public func cacheState(of id: TemplateID) async throws(CountersignError) -> Templates.CacheState {
        try store.life?.check()
        return statuses[id].state
    }

    /// Returns the templates on this device, sorted by name.
    ///
    /// - Parameter text: returns only templates whose name contains this text, ignoring case and accents; `nil` for all
    public func cached(containing text: String? = nil) async throws(CountersignError) -> [CachedTemplate] {
        try await store.templates(containing: text)
    }

    /// Returns a template on this device, or `nil` if it is not there.
    public func cached(_ id: TemplateID) async throws(CountersignError) -> CachedTemplate? {
        try await store.template(id)
    }

    /// Returns the bytes of a cached template's documents.
    public func documents(of id: TemplateID) async throws(CountersignError) -> [DocumentID: Data] {
        guard let stored = try await store.storedTemplate(id) else { throw .templateNotCached(id) }
        return try await contents(stored)
    }

    /// Removes a template from this device. Does nothing if it is not there.
    public func removeCached(_ id: TemplateID) async throws(CountersignError) {
        guard try await store.remove(template: id) else { return }
        events.announce(.templateUncached(template: id))
        try await store.sweep()
    }

    /// Removes every template from this device.
    public func removeAllCached() async throws(CountersignError) {
        let all = try await store.templates()
        try await store.removeTemplates()
        for template in all { events.announce(.templateUncached(template: template.id)) }
        try await store.sweep()
    }

    /// Whether the server's template changed after the copy on this device was made. Asks the server.
    ///
    /// - Throws: ``CountersignError/templateNotCached(_:)``
    public func isStale(_ id: TemplateID) async throws(CountersignError) -> Bool {
        guard let cached = try await store.template(id) else { throw .templateNotCached(id) }
        return cached.isOlder(than: try await template(id))
    }

    /// Returns everything that prevents using a template offline, each with the field that is the reason; empty if
    /// nothing does. Checks the copy on this device if there is one, otherwise the server's template.
    public func reasonsNotToCache(_ id: TemplateID) async throws(CountersignError) -> [TemplateObstacle] {
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

    /// Returns the template as a domain value, with the pages of its documents.
    ///
    /// - Parameter options: the limits of offline use; `nil` for online use
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
    /// Whether the server's template changed after this copy was made. If the server says when the template changed,
    /// its own times are compared; otherwise the time of the copy is.
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
