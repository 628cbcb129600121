import Envelopes
import Foundation
import Ledger

/// Times the lists of an account with many envelopes.
///
///     ListBenchmark COUNT ROUNDS
///
/// Prints one JSON object with medians in milliseconds: `completed` lists a hundred envelopes of one status, `several`
/// a hundred of two statuses in the last year, `recent` a hundred of the last thirty days, and `read` reads them.
@main
struct ListBenchmark {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap(Int.init)
        guard numbers.count == 2, CommandLine.arguments.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
            FileHandle.standardError.write(Data("usage: ListBenchmark COUNT ROUNDS\n".utf8))
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "countersign-bench-\(UUID().uuidString.lowercased())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try await FilledAccount(in: folder.appending(path: "ledger.sqlite"), count: numbers[0])
        let results = try await measure(account, rounds: numbers[1])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    private static func measure(_ account: FilledAccount, rounds: Int) async throws -> [String: Double] {
        let lists = [
            "completed": EnvelopeQuery(accountID: FilledAccount.id, statuses: [.completed], count: 100),
            "several": EnvelopeQuery(
                accountID: FilledAccount.id, changedFrom: account.end - 365 * 86_400, statuses: [.completed, .voided],
                count: 100),
            "recent": EnvelopeQuery(
                accountID: FilledAccount.id, changedFrom: account.end - 30 * 86_400, count: 100),
        ]
        var taken: [String: [Double]] = [:]
        // The first round does not count.
        for round in 0...rounds {
            for (name, query) in lists {
                var page = EnvelopePage(ids: [], total: 0)
                let listing = try await milliseconds { page = try await account.events.page(query) }
                guard page.ids.count == 100, page.total == account.total(query) else {
                    throw WrongList(name: name, total: page.total)
                }
                let reading = try await milliseconds {
                    for id in page.ids { guard try await account.events.envelope(id) != nil else { return } }
                }
                guard round > 0 else { continue }
                taken[name, default: []].append(listing)
                if name == "recent" { taken["read", default: []].append(reading) }
            }
        }
        return taken.mapValues { $0.sorted()[$0.count / 2] }
    }

    private static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let begun = clock.now
        try await work()
        let taken = begun.duration(to: clock.now).components
        return Double(taken.seconds) * 1000 + Double(taken.attoseconds) / 1e15
    }
}

struct WrongList: Error {
    let name: String
    let total: Int
}
