import Envelopes
import Foundation
import Locks

/// What one commit has looked at already: a blob that many events name is read once, and nothing is read again when
/// somebody else was quicker and the events are decided anew.
final class JudgedBlobs: Sendable {
    private struct State {
        var events: Set<BlobHash> = []
        var blobs: [BlobHash: Finding] = [:]
        var adoptions: [RecipientID: Int] = [:]
        var bytes = 0
        var otherFonts: Set<TabID> = []
    }

    /// What a blob was found to be.
    enum Finding: Sendable, Hashable {
        case artwork(AdoptedKind, AdoptionMethod)
    }

    private let state = Locked(State())

    /// An event's hash stands for everything that came before it as well.
    func hasJudged(_ event: Event) -> Bool { state.withLock { $0.events.contains(event.hash) } }

    func keep(_ event: Event) { state.withLock { _ = $0.events.insert(event.hash) } }

    /// The tabs whose values the device drew in fonts that this service lacks.
    var otherFonts: Set<TabID> { state.withLock { $0.otherFonts } }

    func keep(otherFonts: Set<TabID>) { state.withLock { $0.otherFonts.formUnion(otherFonts) } }

    func finding(_ hash: BlobHash) -> Finding? { state.withLock { $0.blobs[hash] } }

    func keep(_ finding: Finding, of hash: BlobHash) { state.withLock { $0.blobs[hash] = finding } }

    /// How many adoptions of a recipient there were, with this one.
    func countAdoption(by recipient: RecipientID) -> Int {
        state.withLock {
            $0.adoptions[recipient, default: 0] += 1
            return $0.adoptions[recipient, default: 0]
        }
    }

    /// How many bytes of artwork were read, with these.
    func countBytes(_ count: Int) -> Int {
        state.withLock {
            $0.bytes += count
            return $0.bytes
        }
    }
}
