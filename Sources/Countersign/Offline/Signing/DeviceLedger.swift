import Envelopes
import Foundation
import Ledger

extension DeviceStore {
    /// Returns the ledger for actions on this device. The device signs each event, together with its evidence.
    func ledger(
        signedBy signer: any DeviceSigner, _ witness: DeviceWitness, _ times: ServerTimes, _ local: LocalSigners,
        _ report: OfflineReport
    ) -> EnvelopeLedger {
        EnvelopeLedger(
            events: DeviceHistories(store: self, local: local, report: report),
            blobs: DeviceBlobs(store: self, report: report),
            stamp: DeviceStamp(signer: signer, witness: witness, times: times))
    }
}

/// Adds the device's evidence and signature to each event.
private struct DeviceStamp: EventStamp {
    let signer: any DeviceSigner
    let witness: DeviceWitness
    let times: ServerTimes

    func context(_ context: CommandContext) async throws -> CommandContext {
        var context = context
        context.evidence = try await witness.evidence(at: context.at, times)
        return context
    }

    func stamped(_ events: [Event]) async throws -> [Event] { try await signed(events, by: signer) }
}

/// The histories in a device's store, for as long as its session lasts. Each append also updates the envelope's state
/// on this device.
private struct DeviceHistories: EventStore {
    let store: DeviceStore
    let local: LocalSigners
    let report: OfflineReport

    func append(_ events: [Event], leadingTo state: Envelope, requestDigest request: BlobHash?) async throws {
        do {
            try await report.saving {
                try await store.append(
                    events, leadingTo: state, requestDigest: request, state: local.state(of: state))
            }
        } catch CountersignError.store(.conflict(let id)) {
            throw StorageError.conflict(envelope: id, expected: (events.first?.sequence ?? 1) - 1)
        }
    }

    func events(of id: EnvelopeID) async throws -> [Event] { try await store.history(id).events }

    func envelope(_ id: EnvelopeID) async throws -> Envelope? { try await store.envelope(id) }

    func shownPages(of id: EnvelopeID, to recipient: RecipientID) async throws -> ShownPages {
        try await store.shownPages(of: id, to: recipient)
    }

    func noteServed(_ page: DocumentPage, of id: EnvelopeID, to recipient: RecipientID) async throws {
        try await report.saving { try await store.noteServed(page, of: id, to: recipient) }
    }

    func noteShown(
        _ pages: [DocumentPage], of id: EnvelopeID, to recipient: RecipientID
    ) async throws -> [DocumentPage] {
        try await report.saving { try await store.noteShown(pages, of: id, to: recipient) }
    }

    func envelope(transaction: String, account: String) async throws -> Envelope? {
        try await store.events.envelope(transaction: transaction, account: account)
    }

    func requestDigest(transaction: String, account: String) async throws -> BlobHash? {
        try await store.events.requestDigest(transaction: transaction, account: account)
    }

    func isNamed(_ hash: BlobHash, by account: String) async throws -> Bool {
        try await store.events.isNamed(hash, by: account)
    }

    func isNamed(_ hash: BlobHash) async throws -> Bool { try await store.events.isNamed(hash) }

    func page(_ query: EnvelopeQuery) async throws -> Ledger.EnvelopePage { try await store.events.page(query) }
}

/// The blobs in a device's store, for as long as its session lasts.
private struct DeviceBlobs: BlobStore {
    let store: DeviceStore
    let report: OfflineReport

    func store(_ blob: Blob) async throws { try await report.saving { try await store.store(blob) } }

    func data(_ hash: BlobHash) async throws -> Data { try await store.blob(hash) }

    func size(_ hash: BlobHash) async throws -> Int? { try await store.blobSize(hash) }

    func renew(_ hash: BlobHash) async throws -> Bool { try await store.blobs.renew(hash) }

    func remove(_ hash: BlobHash, storedBefore date: Date) async throws {
        try await store.blobs.remove(hash, storedBefore: date)
    }

    func stored(before date: Date) async throws -> [BlobHash] { try await store.blobs.stored(before: date) }
}

extension OfflineReport {
    /// Runs work, and reports to listeners if the store fails to save.
    fileprivate func saving<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as CountersignError {
            switch error {
            case .store(.database), .store(.file), .store(.wrongState), .store(.notCached): savingFailed(error)
            default: break
            }
            throw error
        }
    }
}
