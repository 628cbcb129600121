import Crypto
import Foundation
import SignedPDF

/// Times joining files in memory into one, without its seal, and copying and hashing their bytes.
enum Combining {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 2, let rounds = Int(arguments[0]), rounds > 0 else {
            FileHandle.standardError.write(Data("usage: AppendBenchmark combined ROUNDS FILE.pdf…\n".utf8))
            exit(64)
        }
        let files = try arguments.dropFirst().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        var ours: [Double] = []
        var floor: [Double] = []
        for _ in 0..<rounds {
            ours.append(try await AppendBenchmark.milliseconds { try combine(files) })
            floor.append(try await AppendBenchmark.milliseconds { copyAndHash(files) })
        }
        try AppendBenchmark.show([
            "combined": AppendBenchmark.Medians(
                ours: AppendBenchmark.median(ours), floor: AppendBenchmark.median(floor))
        ])
    }

    private static func combine(_ files: [Data]) throws -> Int {
        try PDFComposition.combined(files.map { try PDFDocument($0) }).count
    }

    private static func copyAndHash(_ files: [Data]) -> Int {
        var whole = Data(capacity: files.reduce(0) { $0 + $1.count })
        for file in files { whole.append(file) }
        return whole.count + SHA256.hash(data: whole).reduce(0) { $0 + Int($1) }
    }
}
