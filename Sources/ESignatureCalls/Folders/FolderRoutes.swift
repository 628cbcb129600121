import DocuSignDialect
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls

/// The calls about folders, of envelopes and of templates.
struct FolderRoutes {
    let folders: SQLFolderStore
    let templates: TemplateFolders
    let lists: EnvelopeLists
    let changes: EnvelopeChanges
    let unused: UnusedBlobs
    let requestLimit: Int

    private static let all = "restapi/v2.1/accounts/:accountId/folders"
    private static let one = "\(all)/:folderId"

    var routes: [APIRoute] {
        let kinds: Set<String> = ["include", "template", "user_filter", "include_items", "start_position", "count"]
        return [
            .dialect(.get, Self.all, reading: kinds) { try await list($0) },
            .dialect(.post, Self.all) { try await create($0) },
            .dialect(.get, Self.one, reading: FolderQuery.read) { try await show($0) },
            .dialect(.put, Self.one) { try await change($0) },
            .dialect(.delete, Self.one) { try await remove($0) },
            .dialect(
                .get, "restapi/v2.1/accounts/:accountId/search_folders/:searchFolderId", reading: FolderQuery.read
            ) { try await search($0) },
        ]
    }

    // MARK: - Reading

    /// Lists the caller's folders of envelopes, folders of templates, or both.
    private func list(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        func words(_ name: String) -> [String] {
            (request.query[name] ?? "").lowercased().split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let (include, template) = (words("include"), words("template"))
        let hasTemplates =
            include.contains { $0.hasSuffix("template_folders") } || template.contains("include")
            || template.contains("only")
        let hasEnvelopes =
            include.contains("envelope_folders")
            || !template.contains("only") && !include.contains { $0.hasSuffix("template_folders") }
        var shown: [Wire.Folder] = []
        if hasEnvelopes {
            let query = try FolderQuery(request.query)
            shown = try await own(for: identity, items: query.includesItems ? query : nil)
        }
        if hasTemplates {
            shown += try await templates.counted(
                for: identity, ownership: try Self.ownership(request.query["user_filter"]))
        }
        return try .json(Wire.FoldersResponse(shown))
    }

    private static func ownership(_ filter: String?) throws(APIError) -> TemplateSelection.Ownership {
        switch filter?.lowercased() {
        case nil, "", "all": .any
        case "owned_by_me": .own
        case "shared_with_me": .sharedByOthers
        default:
            throw APIError(
                .invalidRequestParameter,
                "The query parameter user_filter can only be all, owned_by_me, shared_with_me.")
        }
    }

    /// Returns the folders that every user has, and the caller's own, with the number of envelopes in each.
    private func own(for identity: Identity, items: FolderQuery?) async throws -> [Wire.Folder] {
        let owner = Wire.Folder.Owner(userID: identity.userID, name: identity.name, email: identity.email)
        let own = try await folders.folders(of: identity.userID)
        let everybodys = UserFolder.allCases.map { ($0.wire(owner: owner), $0.rawValue) }
        let named = own.map { (Wire.Folder(id: $0.id, name: $0.name, type: "custom", owner: owner), $0.id) }
        var shown: [Wire.Folder] = []
        for (folder, place) in everybodys + named {
            var folder = folder
            var query = items ?? FolderQuery()
            if items == nil { query.count = 0 }
            let page = try await page(query, try lists.place(place, own.map(\.id)), for: identity, uri: { _ in "" })
            folder.itemCount = String(page.total)
            if items != nil { folder.folderItems = page.items }
            shown.append(folder)
        }
        return shown
    }

    private func show(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let name = (request.parameters["folderId"] ?? "").lowercased()
        if let folder = try await templates.folder(name, of: identity.accountID) {
            let counted = try await templates.counted(for: identity).filter { $0.folderId == folder.id }
            return try .json(Wire.FoldersResponse(counted))
        }
        let own = try await folders.folders(of: identity.userID)
        let query = try FolderQuery(request.query)
        let place = try lists.place(name, own.map(\.id))
        let page = try await page(query, place, for: identity) { query.uri("/folders/\(name)", start: $0) }
        let named = own.first { $0.id == name }.map { Wire.Folder(id: $0.id, name: $0.name, type: "custom") }
        var folder =
            named ?? UserFolder(rawValue: name == "drafts" ? "draft" : name)?.wire()
            ?? Wire.Folder(id: name, name: name, type: "normal")
        folder.itemCount = String(page.total)
        if query.includesItems { folder.folderItems = page.items }
        return try .json(Wire.FoldersResponse(folder, page: page))
    }

    /// Lists the envelopes that have one of a few names in common.
    private func search(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let name = (request.parameters["searchFolderId"] ?? "").lowercased()
        let names: [EnvelopesQuery.Place] = [
            .drafts, .awaitingMySignature, .completed, .outForSignature, .expiringSoon, .waitingForOthers,
        ]
        guard names.map(\.rawValue).contains(name) else {
            throw APIError(
                .folderDoesNotExist,
                "There is no search folder \(name.prefix(64)); it can be \(names.map(\.rawValue).joined(separator: ", "))."
            )
        }
        // Without from_date, the reference searches the last 30 days.
        let query = try FolderQuery(request.query, usuallyFrom: lists.now() - 30 * 86_400)
        let page = try await page(query, try lists.place(name, []), for: identity) {
            query.uri("/search_folders/\(name)", start: $0)
        }
        return try .json(Wire.FolderItemResponse(page))
    }

    private func page(
        _ query: FolderQuery, _ place: EnvelopePlace?, for identity: Identity, uri: @escaping @Sendable (Int) -> String
    ) async throws -> Wire.FolderPage {
        guard let place else { return Wire.FolderPage([], total: 0, start: 0, count: 0, uri: uri) }
        var selection = EnvelopeQuery(
            accountID: identity.accountID, changedFrom: query.from, changedTo: query.to, statuses: query.statuses,
            start: query.start, count: query.count, ascending: query.ascending, bytes: lists.listBytes)
        selection.places = [[place]]
        selection.order = query.order
        selection.text = query.text
        selection.viewer = EnvelopeViewer(userID: identity.userID, email: identity.email)
        let page = try await lists.events.page(selection)
        var items: [Wire.FolderItem] = []
        for id in page.ids {
            guard let envelope = try await lists.events.envelope(id) else { continue }
            items.append(Wire.FolderItem(envelope, withRecipients: query.includesRecipients, timer: lists.timer))
        }
        return Wire.FolderPage(items, total: page.total, start: query.start, count: query.count, uri: uri)
    }

    // MARK: - Own folders

    /// Makes a folder of the caller's own. The reference has no call for it.
    private func create(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let body = try await request.decoded(Wire.FoldersRequest.self, limit: requestLimit)
        let name = try body.folder().usedName()
        let folder = try await keep(UUID().uuidString.lowercased(), name, for: identity, isNew: true)
        return try .json(Wire.FoldersResponse([folder]), status: 201)
    }

    private func keep(_ id: String, _ name: String, for identity: Identity, isNew: Bool) async throws -> Wire.Folder {
        do {
            guard let folder = try await folders.keep(id, named: name, of: identity.userID, isNew: isNew) else {
                throw APIError(.folderDoesNotExist, "There is no folder \(id.prefix(64)).")
            }
            return Wire.Folder(id: folder.id, name: folder.name, type: "custom")
        } catch let error as FolderError {
            switch error {
            case .nameTaken: throw APIError(.invalidRequestParameter, "There is a folder with this name already.")
            case .tooMany(let limit):
                throw APIError(.invalidRequestParameter, "A user can have \(limit) folders, and has as many.")
            case .none(let id): throw APIError(.folderDoesNotExist, "There is no folder \(id.prefix(64)).")
            }
        }
    }

    /// Removes a folder of the caller's own; its envelopes are where they were at first.
    private func remove(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let name = (request.parameters["folderId"] ?? "").lowercased()
        guard try await folders.remove(name, of: identity.userID) else {
            throw APIError(
                .folderDoesNotExist,
                UserFolder(rawValue: name) == nil
                    ? "There is no folder \(name.prefix(64))." : "The folder \(name) cannot be removed.")
        }
        return try .json(Wire.FoldersResponse([]))
    }

    /// Moves envelopes and templates into a folder, or renames it.
    private func change(_ request: ServiceCall) async throws -> HTTPReply {
        let identity = try request.requireIdentity()
        let body = try await request.decoded(Wire.FoldersRequest.self, limit: requestLimit)
        let name = (request.parameters["folderId"] ?? "").lowercased()
        if body.folders?.isEmpty == false {
            guard body.envelopeIds?.isEmpty ?? true else {
                throw APIError(
                    .invalidRequestParameter, "folders renames the folder and envelopeIds fills it; give one of them.")
            }
            guard UserFolder(rawValue: name) == nil else {
                throw APIError(.invalidRequestParameter, "The folder \(name) cannot be renamed.")
            }
            let folder = try await keep(name, try body.folder().usedName(), for: identity, isNew: false)
            return try .json(Wire.FoldersResponse([folder]))
        }
        guard let ids = body.envelopeIds, !ids.isEmpty else {
            throw APIError(.invalidRequestParameter, "envelopeIds is missing.")
        }
        let from = body.fromFolderId.flatMap { $0.isEmpty ? nil : $0.lowercased() }
        if let from { _ = try await target(from, nil, for: identity) }
        let target = try await target(name, from, for: identity)
        // All are looked up before the first one moves, so that a wrong id moves nothing.
        let items = try await items(ids, target, for: identity)
        if let folder = target.templateFolder {
            try await templates.move(items.templates, to: folder)
        } else {
            try await templates.remove(items.templates)
        }
        var results: [Wire.MovedEnvelope] = []
        for envelope in items.envelopes {
            do {
                results.append(.init(envelope.id.rawValue, try await move(envelope, to: target, request)))
            } catch {
                guard let refusal = APIRefusal(error, path: request.path), refusal.status < 500 else { throw error }
                let body = refusal.body
                results.append(.init(envelope.id.rawValue, envelope, body.errorCode, body.message))
            }
        }
        var response = Wire.FoldersResponse([target.wire(count: items.templates.count)])
        if !results.isEmpty { response.envelopes = results }
        return try .json(response)
    }

    /// Where a call moves items.
    private enum Target {
        case templates(TemplateFolder)
        case bin
        /// Out of the recycle bin for good.
        case emptying
        case own(EnvelopeFolder)
        /// Back where an envelope was at first.
        case first(UserFolder)

        var templateFolder: TemplateFolder? {
            if case .templates(let folder) = self { folder } else { nil }
        }

        func wire(count: Int) -> Wire.Folder {
            switch self {
            case .templates(let folder): Wire.Folder(folder, count: count)
            case .bin, .emptying: UserFolder.recyclebin.wire()
            case .own(let folder): Wire.Folder(id: folder.id, name: folder.name, type: "custom")
            case .first(let folder): folder.wire()
            }
        }
    }

    private func target(_ name: String, _ from: String?, for identity: Identity) async throws -> Target {
        switch UserFolder(rawValue: name == "drafts" ? "draft" : name) {
        case .recyclebin: return from == name ? .emptying : .bin
        case let folder?: return .first(folder)
        case nil: break
        }
        if let folder = try await templates.folder(name, of: identity.accountID) { return .templates(folder) }
        if let folder = try await folders.folders(of: identity.userID).first(where: { $0.id == name }) {
            return .own(folder)
        }
        throw APIError(.folderDoesNotExist, "There is no folder \(name.prefix(64)).")
    }

    private func items(
        _ ids: [String], _ target: Target, for identity: Identity
    ) async throws -> (templates: [Template], envelopes: [Envelope]) {
        var found: (templates: [Template], envelopes: [Envelope]) = ([], [])
        var seen: Set<String> = []
        for name in ids where seen.insert(name.lowercased()).inserted {
            if let template = try await templates.template(name, for: identity) {
                found.templates.append(template)
            } else if let id = EnvelopeID(rawValue: name), let envelope = try await lists.events.envelope(id),
                envelope.accountID == identity.accountID
            {
                found.envelopes.append(envelope)
            } else {
                throw APIError(.envelopeDoesNotExist, "There is no envelope or template \(name.prefix(64)).")
            }
        }
        switch target {
        case .templates:
            guard found.envelopes.isEmpty else {
                throw APIError(.invalidRequestParameter, "This folder is for templates, and an envelope is named.")
            }
        case .bin: break
        case .emptying, .own, .first:
            guard found.templates.isEmpty else {
                throw APIError(.invalidRequestParameter, "This folder is for envelopes, and a template is named.")
            }
        }
        return found
    }

    /// How often a move is tried again when the envelope changes meanwhile.
    private static let attempts = 5

    private func move(_ envelope: Envelope, to target: Target, _ request: ServiceCall) async throws -> Envelope {
        for attempt in 1... {
            do {
                return try await moveOnce(envelope.id, to: target, request)
            } catch StorageError.conflict where attempt < Self.attempts {
                continue
            } catch FolderError.none(let id) {
                throw APIError(.folderDoesNotExist, "There is no folder \(id.prefix(64)).")
            }
        }
        return envelope
    }

    private func moveOnce(_ id: EnvelopeID, to target: Target, _ request: ServiceCall) async throws -> Envelope {
        let identity = try request.requireIdentity()
        guard var envelope = try await lists.events.envelope(id) else {
            throw APIError(.envelopeDoesNotExist, "There is no envelope \(id).")
        }
        let isOwn = envelope.sender.userID == identity.userID
        // A colleague who is not a recipient acts for the sender, as with every other call.
        let isSender = isOwn || !envelope.hasRecipient(identity)
        let owner = isSender ? envelope.sender.userID : identity.userID
        let date = lists.now()
        switch target {
        case .templates: break
        case .bin:
            if isSender {
                try changes.checkLock(of: envelope, request)
                if envelope.status.isInProcess {
                    envelope = try await changes.perform(on: envelope, request) { newest in
                        newest.status.isInProcess ? [.void(reason: Self.reason)] : []
                    }
                }
            }
            try await folders.move(envelope, to: SQLFolderStore.recycleBin, of: owner, isSender: isSender, at: date)
        case .emptying:
            if isSender { try changes.checkLock(of: envelope, request) }
            let blobs = envelope.documents.map(\.blob)
            guard try await folders.empty(envelope, from: owner, isSender: isSender) else {
                throw APIError(.invalidRequestParameter, "The envelope \(id) is not in the recycle bin.")
            }
            try await unused.note(blobs)
        case .own(let folder):
            try await folders.move(envelope, to: folder.id, of: identity.userID, isSender: isOwn, at: date)
        case .first(let folder):
            try await moveBack(envelope, to: folder, for: identity)
        }
        return envelope
    }

    /// Moves an envelope back to where it was at first: out of the caller's folder, or for a colleague of the sender, who
    /// has it in none, out of the sender's recycle bin.
    private func moveBack(_ envelope: Envelope, to folder: UserFolder, for identity: Identity) async throws {
        let isOwn = envelope.sender.userID == identity.userID
        let isParty = isOwn || envelope.hasRecipient(identity)
        let places = isParty ? UserFolder.first(of: envelope, for: identity) : [UserFolder.ofSender(envelope)]
        guard places.contains(folder) else {
            throw APIError(
                .invalidRequestParameter,
                "The envelope \(envelope.id) can only be moved to \(places.map(\.rawValue).joined(separator: " or ")), "
                    + "to the recycle bin, or to a folder of your own.")
        }
        let isFiled = try await !folders.places(of: [envelope.id], for: identity.userID).isEmpty
        let isSender = isOwn || !isParty && !isFiled
        try await folders.move(
            envelope, to: nil, of: isSender ? envelope.sender.userID : identity.userID, isSender: isSender,
            at: lists.now())
    }

    /// What recipients read when an envelope that they might still sign goes into the recycle bin.
    private static let reason = "The sender has deleted it."
}
