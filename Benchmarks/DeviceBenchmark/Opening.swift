import Countersign
import Foundation

/// Opens and lists a store with many envelopes, as an app does when it starts.
struct Opening {
    private let document: Data

    init(file: String) throws {
        document = try Data(contentsOf: URL(filePath: file))
    }

    /// - Returns: the medians: `open` for opening and reading the first fifty, and `list` for reading all
    func measured(count: Int, rounds: Int) async throws -> [String: Double] {
        let scratch = try Scratch()
        let device = try Device(folder: scratch.url, user: Device.user)
        for number in 0..<count {
            try await device.offline.compose(Device.draft(number, document: document))
        }
        try device.offline.store.close()
        var opening: [Double] = []
        var listing: [Double] = []
        for _ in 0...rounds {
            let (opened, store) = try await Stopwatch.milliseconds {
                let store = try DeviceStore(folder: scratch.url.appending(path: "store"))
                guard try await store.envelopes(limit: 50).count == min(50, count) else {
                    throw Composing.Wrong(description: "the store does not list its envelopes")
                }
                return store
            }
            opening.append(opened)
            let (listed, found) = try await Stopwatch.milliseconds { try await store.envelopes() }
            guard found.count == count else { throw Composing.Wrong(description: "\(found.count) of \(count) listed") }
            listing.append(listed)
            try store.close()
        }
        return ["open": Stopwatch.median(opening), "list": Stopwatch.median(listing)]
    }
}
