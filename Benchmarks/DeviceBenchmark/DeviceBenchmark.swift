import Foundation

/// Times what an app does with the library on a device.
///
///     DeviceBenchmark compose COUNT FILE.pdf      envelopes composed and validated; milliseconds for all
///     DeviceBenchmark finish ROUNDS FILE.pdf      from the page's Finish to the signed PDF on the disk, and the floor
///     DeviceBenchmark open COUNT ROUNDS FILE.pdf  a store of so many envelopes opened and listed
///     DeviceBenchmark sync ORDERS.json            envelopes signed, then uploaded; a line before and one after
///
/// Prints JSON objects; times are in milliseconds.
@main
struct DeviceBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("compose", 3): try show(Composing(file: arguments[2]).measured(count: number(arguments[1])))
        case ("finish", 3): try show(await Finishing(file: arguments[2]).measured(rounds: number(arguments[1])))
        case ("open", 4):
            try show(
                await Opening(file: arguments[3]).measured(count: number(arguments[1]), rounds: number(arguments[2])))
        case ("sync", 2): try await Uploading(orders: arguments[1]).measured(show)
        default: usage()
        }
    }

    private static func number(_ text: String) -> Int {
        guard let number = Int(text), number > 0 else { usage() }
        return number
    }

    private static func usage() -> Never {
        let text =
            "usage: DeviceBenchmark compose COUNT FILE | finish ROUNDS FILE | open COUNT ROUNDS FILE | sync ORDERS\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(64)
    }

    private static func show(_ results: [String: Double]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try FileHandle.standardOutput.write(contentsOf: encoder.encode(results) + Data("\n".utf8))
    }
}

/// Measures elapsed time.
enum Stopwatch {
    static func milliseconds<Result>(_ work: () async throws -> Result) async rethrows -> (Double, Result) {
        let clock = ContinuousClock()
        let begun = clock.now
        let result = try await work()
        let taken = begun.duration(to: clock.now).components
        return (Double(taken.seconds) * 1000 + Double(taken.attoseconds) / 1e15, result)
    }

    /// Returns the median. The first round is dropped, unless it is the only one.
    static func median(_ rounds: [Double]) -> Double {
        let counted = (rounds.count > 1 ? Array(rounds.dropFirst()) : rounds).sorted()
        return counted[counted.count / 2]
    }
}

/// A temporary folder.
final class Scratch: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "countersign-bench-\(UUID().uuidString.lowercased())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
