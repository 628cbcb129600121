import Foundation
import SignedPDF
import X509

/// Times what is done with long and with signed files in memory.
///
///     VerifyBenchmark verify ROUNDS ANCHOR.pem FILE.pdf…    every signature checked
///     VerifyBenchmark place ROUNDS FILE.pdf…                a text field put on the last page
///     VerifyBenchmark fill ROUNDS FILE.pdf…                 every text field filled in, in one update
///
/// Prints one JSON object: for each file's name the median of opening it and doing that, in milliseconds.
@main
struct VerifyBenchmark {
    private struct Usage: Error {}

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 3, let rounds = Int(arguments[1]), rounds > 0 else {
            FileHandle.standardError.write(
                Data("usage: VerifyBenchmark verify|place|fill ROUNDS [ANCHOR.pem] FILE.pdf…\n".utf8))
            exit(64)
        }
        let job = arguments[0]
        arguments.removeFirst(2)
        let anchors =
            job == "verify"
            ? [try Certificate(pemEncoded: String(contentsOfFile: arguments.removeFirst(), encoding: .utf8))] : []
        var results: [String: Double] = [:]
        for path in arguments {
            let url = URL(fileURLWithPath: path)
            results[url.lastPathComponent] = try await measure(
                job, Data(contentsOf: url), anchors, rounds: rounds)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    /// Returns the median. The first round is dropped, unless it is the only one.
    private static func measure(
        _ job: String, _ bytes: Data, _ anchors: [Certificate], rounds: Int
    ) async throws -> Double {
        var times: [Double] = []
        for round in 0...(rounds > 1 ? rounds : 0) {
            let time = try await milliseconds { try await work(job, bytes, anchors) }
            if round > 0 || rounds == 1 { times.append(time) }
        }
        return times.sorted()[times.count / 2]
    }

    /// Returns a number that depends on all the work, so that none of it can be optimized away.
    private static func work(_ job: String, _ bytes: Data, _ anchors: [Certificate]) async throws -> Int {
        let document = try PDFDocument(bytes)
        switch job {
        case "verify":
            let report = try await document.verifySignatures(trusting: anchors, at: Date())
            guard report.verdict == .valid else { throw Unexpected(report.description) }
            return report.signatures.count
        case "place":
            let page = try document.pageCount()
            let field = FormField(
                name: "Last", page: page, rect: PageRect(x: 72, y: 72, width: 200, height: 20), content: .text("here"))
            return try document.update(adding: [field]).count
        case "fill":
            let fields = (0..<1000).map { index in
                FormField(
                    name: "Field\(index)", page: 1, rect: PageRect(x: 0, y: 0, width: 1, height: 1),
                    content: .text("Value \(index)"))
            }
            return try document.update(adding: fields).count
        default: throw Usage()
        }
    }

    private struct Unexpected: Error, CustomStringConvertible {
        var description: String
        init(_ description: String) { self.description = description }
    }

    private static func milliseconds(_ work: () async throws -> Int) async throws -> Double {
        let clock = ContinuousClock()
        let begun = clock.now
        let size = try await work()
        let taken = begun.duration(to: clock.now)
        precondition(size > 0)
        return Double(taken.components.seconds) * 1000 + Double(taken.components.attoseconds) / 1e15
    }
}
