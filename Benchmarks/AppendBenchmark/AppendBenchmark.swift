import Crypto
import Foundation
import SignedPDF

/// Times appending a P-256 signature to files in memory, and the floor that no such program can go below.
///
///     AppendBenchmark KEY.pem CERT.pem ROUNDS FILE.pdf…
///     AppendBenchmark combined ROUNDS FILE.pdf…
///
/// Prints one JSON object: for each file's name the medians `ours` and `floor`, in milliseconds. The second form times
/// joining all files into one, under the name `combined`.
@main
struct AppendBenchmark {
    struct Medians: Codable {
        var ours: Double
        var floor: Double
    }

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "combined" {
            try await Combining.run(Array(arguments.dropFirst()))
            return
        }
        guard arguments.count >= 4, let rounds = Int(arguments[arguments.startIndex + 2]), rounds > 0 else {
            FileHandle.standardError.write(Data("usage: AppendBenchmark KEY.pem CERT.pem ROUNDS FILE.pdf…\n".utf8))
            exit(64)
        }
        let paths = Array(arguments)
        let identity = try SigningIdentity(
            pemKey: String(contentsOfFile: paths[0], encoding: .utf8),
            pemCertificates: String(contentsOfFile: paths[1], encoding: .utf8))
        var results: [String: Medians] = [:]
        for path in paths.dropFirst(3) {
            let url = URL(fileURLWithPath: path)
            let bytes = try Data(contentsOf: url)
            results[url.lastPathComponent] = try await measure(bytes, identity, rounds: rounds)
        }
        try show(results)
    }

    static func show(_ results: [String: Medians]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        print(String(decoding: try encoder.encode(results), as: UTF8.self))
    }

    /// Alternates between the two, so that other load on the machine affects both alike.
    private static func measure(_ bytes: Data, _ identity: SigningIdentity, rounds: Int) async throws -> Medians {
        let key = P256.Signing.PrivateKey()
        var ours: [Double] = []
        var floor: [Double] = []
        for _ in 0..<rounds {
            ours.append(try await milliseconds { try await sign(bytes, identity) })
            floor.append(try await milliseconds { try copyHashAndSign(bytes, key) })
        }
        return Medians(ours: median(ours), floor: median(floor))
    }

    /// Turns the bytes of a file into the bytes of the signed file: opens it, and appends a field and a signature.
    private static func sign(_ bytes: Data, _ identity: SigningIdentity) async throws -> Int {
        let document = try PDFDocument(bytes)
        let field = SignatureField(
            name: "Signature", page: 1, rect: nil, appearance: .invisible, reason: nil, location: nil,
            contactInfo: nil, signerName: "Ada Lovelace", label: nil)
        let appended = try await document.signedRevision(field, with: identity, at: Date())
        var whole = Data(capacity: bytes.count + appended.count)
        whole.append(bytes)
        whole.append(appended)
        return whole.count
    }

    /// The unavoidable work: copies and hashes the bytes, and makes one signature.
    private static func copyHashAndSign(_ bytes: Data, _ key: P256.Signing.PrivateKey) throws -> Int {
        var whole = Data(capacity: bytes.count)
        whole.append(bytes)
        let signature = try key.signature(for: SHA256.hash(data: whole))
        return whole.count + signature.rawRepresentation.count
    }

    static func milliseconds(_ work: () async throws -> Int) async throws -> Double {
        let clock = ContinuousClock()
        let begun = clock.now
        let size = try await work()
        let taken = begun.duration(to: clock.now)
        // The size is used, so that the work cannot be optimized away.
        precondition(size > 0)
        return Double(taken.components.seconds) * 1000 + Double(taken.components.attoseconds) / 1e15
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
