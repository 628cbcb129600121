import Foundation
import PDFMutation
import Testing

@testable import SignedPDF

@Suite("Mutated files")
struct FuzzTests {
    @Test("Each mutated file opens or is refused, and none is wrongly valid", arguments: 0..<4)
    func mutations(run: Int) async throws {
        let corpus = try await SeedCorpus.make()
        let mutator = Mutator(seeds: corpus.files, runSeed: UInt64(run))
        let trial = Trial(trusting: corpus.anchor)
        var opened = 0
        for number in 0..<UInt64(150) {
            let mutant = try #require(mutator.mutant(number))
            let outcome = await trial.run(mutant.bytes, seed: mutant.seed)
            #expect(outcome.fault == nil, "run \(run), file \(number), from \(mutant.seed.name)")
            #expect(outcome.seconds < 20, "run \(run), file \(number), from \(mutant.seed.name)")
            if outcome.isOpened { opened += 1 }
        }
        #expect(opened > 50)
    }

    @Test("The seeds themselves are sound")
    func seeds() async throws {
        let corpus = try await SeedCorpus.make()
        let trial = Trial(trusting: corpus.anchor)
        for seed in corpus.files {
            let outcome = await trial.run(seed.bytes, seed: seed)
            #expect(outcome.isOpened && !outcome.isRepaired && outcome.fault == nil, "\(seed.name)")
            let expected: VerificationReport.Verdict =
                seed.name.hasPrefix("changed") ? .invalid : seed.name.contains("signed") ? .valid : .unsigned
            #expect(outcome.verdict == expected, "\(seed.name)")
        }
    }

    @Test("The same numbers give the same file, from stored seeds and from seeds in memory")
    func repeatable() async throws {
        let corpus = try await SeedCorpus.make()
        let folder = FileManager.default.temporaryDirectory.appending(path: "countersign-\(UUID().uuidString)")
        try corpus.write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let read = try #require(try SeedCorpus.read(from: folder))
        #expect(Set(read.files.map(\.name)) == Set(corpus.files.map(\.name)))
        for number in 0..<UInt64(30) {
            let one = Mutator(seeds: read.files, runSeed: 5).mutant(number)
            let other = Mutator(seeds: read.files, runSeed: 5).mutant(number)
            #expect(one?.bytes == other?.bytes)
        }
    }
}
