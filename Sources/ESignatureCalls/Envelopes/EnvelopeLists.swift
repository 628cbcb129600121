import DocuSignDialect
import Envelopes
import Foundation
import Ledger
import ServiceCalls

/// Lists of envelopes, as the API's queries select them.
struct EnvelopeLists {
    let events: any EventStore
    let folders: SQLFolderStore
    let timer: EnvelopeTimer
    /// The maximum size of envelopes to read for one page of a list, in bytes; a page has at least one envelope.
    let listBytes: Int
    let now: @Sendable () -> Date

    /// An envelope counts as expiring when its time to sign ends within so many seconds: six days.
    private static let soon: TimeInterval = 6 * 86_400

    /// Returns one page of a list, and the number of envelopes on all pages.
    func page(
        _ query: EnvelopesQuery, for identity: Identity
    ) async throws -> (envelopes: [Wire.Envelope], total: Int) {
        guard let selection = try await selection(query, for: identity) else { return ([], 0) }
        let page = try await events.page(selection)
        let filing = try await filing(of: page.ids, query.parts, for: identity)
        // Reads one envelope at a time: each may be large, but a list shows little of it.
        var shown: [Wire.Envelope] = []
        for id in page.ids {
            guard let envelope = try await events.envelope(id) else { continue }
            shown.append(self.shown(envelope, query.parts, filing))
        }
        return (shown, page.total)
    }

    /// Returns an envelope with the parts that a query names.
    func shown(
        _ envelope: Envelope, _ parts: Set<Wire.Envelope.Part>, for identity: Identity
    ) async throws -> Wire.Envelope {
        shown(envelope, parts, try await filing(of: [envelope.id], parts, for: identity))
    }

    private func shown(_ envelope: Envelope, _ parts: Set<Wire.Envelope.Part>, _ filing: Filing?) -> Wire.Envelope {
        var shown = Wire.Envelope(envelope, including: parts, timer: timer)
        shown.folders = filing?.folders(of: envelope)
        return shown
    }

    /// Where a user has put envelopes.
    private struct Filing {
        let places: [EnvelopeID: String]
        let own: [EnvelopeFolder]
        let identity: Identity

        func folders(of envelope: Envelope) -> [Wire.Folder] {
            guard let place = places[envelope.id] else {
                return UserFolder.first(of: envelope, for: identity).map { $0.wire() }
            }
            return UserFolder(rawValue: place).map { [$0.wire()] }
                ?? own.filter { $0.id == place }.map { Wire.Folder(id: $0.id, name: $0.name, type: "custom") }
        }
    }

    /// Returns where the user has put envelopes; `nil` if a query does not ask for folders.
    private func filing(
        of ids: [EnvelopeID], _ parts: Set<Wire.Envelope.Part>, for identity: Identity
    ) async throws -> Filing? {
        guard parts.contains(.folders) else { return nil }
        return Filing(
            places: try await folders.places(of: ids, for: identity.userID),
            own: try await folders.folders(of: identity.userID), identity: identity)
    }

    /// Returns what a query selects; `nil` if nothing can match.
    func selection(_ query: EnvelopesQuery, for identity: Identity) async throws -> EnvelopeQuery? {
        var ids = query.envelopeIDs
        if let transactions = query.transactionIDs {
            var made: [EnvelopeID] = []
            for transaction in transactions {
                let envelope = try await events.envelope(transaction: transaction, account: identity.accountID)
                guard let envelope, ids?.contains(envelope.id) ?? true else { continue }
                made.append(envelope.id)
            }
            ids = made
        }
        var selection = EnvelopeQuery(
            accountID: identity.accountID, changedFrom: query.from, changedTo: query.to, statuses: query.statuses,
            ids: ids, start: query.start, count: query.count, ascending: query.ascending, bytes: listBytes)
        guard let moment = query.period.moment else { return nil }
        selection.moment = moment
        selection.order = query.order.order
        selection.includesDeleted = query.includesDeleted
        selection.text = query.searchText
        selection.customField = query.customField.map { .init(name: $0.name, value: $0.value) }
        selection.senderID = query.userID?.lowercased()
        selection.senderEmail = query.email
        selection.senderName = query.userName
        selection.role =
            switch query.userFilter {
            case nil: nil
            case .sender: .sender
            case .recipient: .recipient
            case .recipientOnly: .onlyRecipient
            }
        selection.viewer = EnvelopeViewer(userID: identity.userID, email: identity.email)
        let named = [query.folders, query.intersectingFolders].compactMap(\.self)
        if !named.isEmpty {
            let own = try await folders.folders(of: identity.userID).map(\.id)
            selection.places = try named.map { try $0.compactMap { try place($0, own) } }
        }
        return selection
    }

    /// Returns the place that a query names; `nil` for folders of templates, in which no envelope lies.
    func place(_ name: String, _ own: [String]) throws(APIError) -> EnvelopePlace? {
        switch EnvelopesQuery.Place(rawValue: name) {
        case .inbox: .inbox
        case .sentitems: .sent
        case .draft, .drafts: .drafts
        case .recyclebin: .recycleBin
        case .normal: .ownFolders
        case .templates: nil
        case .completed: .completed
        case .awaitingMySignature: .awaitingViewer
        case .outForSignature, .waitingForOthers: .outForSignature
        case .expiringSoon: .expiring(before: now() + Self.soon)
        case nil:
            if own.contains(name) {
                .folder(id: name)
            } else {
                throw APIError(.folderDoesNotExist, "There is no folder \(name.prefix(64)).")
            }
        }
    }
}

/// The folders that every user has.
enum UserFolder: String, CaseIterable {
    case inbox, sentitems, draft, recyclebin

    var name: String {
        switch self {
        case .inbox: "Inbox"
        case .sentitems: "Sent Items"
        case .draft: "Drafts"
        case .recyclebin: "Recycle Bin"
        }
    }

    /// - Parameter count: the number of envelopes in it; `nil` if nobody has asked
    func wire(count: Int? = nil, owner: Wire.Folder.Owner? = nil) -> Wire.Folder {
        Wire.Folder(id: rawValue, name: name, type: rawValue, count: count, owner: owner)
    }

    /// Returns the folder in which an envelope is for its sender until they move it.
    static func ofSender(_ envelope: Envelope) -> UserFolder { envelope.status == .created ? .draft : .sentitems }

    /// Returns the folders in which an envelope is for a user until they move it.
    static func first(of envelope: Envelope, for identity: Identity) -> [UserFolder] {
        var folders: [UserFolder] = []
        if envelope.sender.userID == identity.userID { folders.append(ofSender(envelope)) }
        if envelope.status != .created, envelope.hasRecipient(identity) { folders.append(.inbox) }
        return folders
    }
}

extension Envelope {
    /// Whether a user is one of the recipients.
    func hasRecipient(_ identity: Identity) -> Bool {
        recipients.contains { $0.email.lowercased() == identity.email.lowercased() }
    }
}

extension EnvelopesQuery.Period {
    /// `nil` for what never happens here.
    fileprivate var moment: EnvelopeQuery.Moment? {
        switch self {
        case .changed: .statusChange
        case .created: .created
        case .sent: .sent
        case .delivered: .delivered
        case .signed: .signed
        case .completed: .completed
        case .declined: .declined
        case .voided: .voided
        case .deleted: .deleted
        case .timedout, .processing: nil
        }
    }
}

extension EnvelopesQuery.Order {
    var order: EnvelopeQuery.Order {
        switch self {
        case .statusChanged: .statusChange
        case .lastModified: .lastModified
        case .actionRequired: .actionRequired
        case .created: .created
        case .completed: .completed
        case .expire: .expiry
        case .sent: .sent
        case .status: .status
        case .subject, .envelopeName: .subject
        case .signerList: .recipients
        case .userName: .sender
        }
    }
}
