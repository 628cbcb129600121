import Envelopes
import Essentials
import Foundation

/// The checks that one commit has already made. A blob named by many events is read once, and nothing is read again
/// when the events are decided again after a conflict.
final class JudgedBlobs: Sendable {
    private struct State {
        var events: Set<BlobHash> = []
        var blobs: [BlobHash: Finding] = [:]
        var adoptions: [RecipientID: Int] = [:]
        var bytes = 0
        var otherFonts: Set<TabID> = []
    }

    /// The content of a blob.
    enum Finding: Sendable, Hashable {
        case artwork(AdoptedKind, AdoptionMethod)
    }

    private let state = Locked(State())

    /// Whether the event was already checked. Its hash covers all earlier events as well.
    func hasJudged(_ event: Event) -> Bool { state.withLock { $0.events.contains(event.hash) } }

    func keep(_ event: Event) { state.withLock { _ = $0.events.insert(event.hash) } }

    /// The tabs whose values the device drew in fonts that this service lacks.
    var otherFonts: Set<TabID> { state.withLock { $0.otherFonts } }

    func keep(otherFonts: Set<TabID>) { state.withLock { $0.otherFonts.formUnion(otherFonts) } }

    func finding(_ hash: BlobHash) -> Finding? { state.withLock { $0.blobs[hash] } }

    func keep(_ finding: Finding, of hash: BlobHash) { state.withLock { $0.blobs[hash] = finding } }

    /// Counts an adoption by a recipient and returns the total.
    func countAdoption(by recipient: RecipientID) -> Int {
        state.withLock {
            $0.adoptions[recipient, default: 0] += 1
            return $0.adoptions[recipient, default: 0]
        }
    }

    /// Counts bytes of artwork read and returns the total.
    func countBytes(_ count: Int) -> Int {
        state.withLock {
            $0.bytes += count
            return $0.bytes
        }
    }
}
