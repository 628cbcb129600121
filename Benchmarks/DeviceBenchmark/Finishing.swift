import Countersign
import Crypto
import Envelopes
import Foundation

/// Measures the time from the page's Finish to the signed PDF on disk.
struct Finishing {
    private let document: Data

    init(file: String) throws {
        document = try Data(contentsOf: URL(filePath: file))
    }

    /// - Returns: the medians: `ours`, and `floor` for the unavoidable work, which copies, hashes, and signs the bytes
    ///   and writes them durably
    func measured(rounds: Int) async throws -> [String: Double] {
        let scratch = try Scratch()
        let device = try Device(folder: scratch.url, user: Device.user)
        let hands = QuickHands()
        let key = P256.Signing.PrivateKey()
        var floor: [Double] = []
        var size = 0
        for round in 0...rounds {
            let id = try await device.offline.compose(Device.draft(round, document: document))
            let outcome = try await device.offline.sign(id, with: hands)
            guard outcome == .completed(.byDevice) else { throw Composing.Wrong(description: "\(outcome)") }
            let signed = try await device.offline.document("1", of: id)
            guard signed.starts(with: document), signed.count > document.count else {
                throw Composing.Wrong(description: "the document is not signed")
            }
            size = signed.count
            let target = scratch.url.appending(path: "floor-\(round).pdf")
            let (taken, _) = try await Stopwatch.milliseconds { try Self.copyHashSignAndWrite(signed, key, target) }
            floor.append(taken)
        }
        return ["ours": Stopwatch.median(hands.finishes), "floor": Stopwatch.median(floor), "bytes": Double(size)]
    }

    private static func copyHashSignAndWrite(_ bytes: Data, _ key: P256.Signing.PrivateKey, _ target: URL) throws {
        var whole = Data(capacity: bytes.count)
        whole.append(bytes)
        _ = try key.signature(for: SHA256.hash(data: whole))
        try whole.write(to: target)
        let file = try FileHandle(forUpdating: target)
        try file.synchronize()
        try file.close()
    }
}
