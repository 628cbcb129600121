import Foundation
import PDFMutation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One run of mutations over the seeds in a folder.
struct FuzzingRun {
    /// The longest time for one file, in seconds. The generated files are small, so a slower one is reported.
    private static let longestSeconds = 1.0
    /// After this time on one file, the run counts as hung and ends.
    private static let hangSeconds: UInt32 = 20

    private let folder: URL
    private let seed: UInt64
    private var progress: URL { folder.appending(path: "in-work-\(seed)") }

    init(folder: URL, seed: UInt64) {
        self.folder = folder
        self.seed = seed
    }

    private func corpus() async throws -> SeedCorpus {
        let seeds = folder.appending(path: "seeds")
        if let known = try SeedCorpus.read(from: seeds) { return known }
        let made = try await SeedCorpus.make()
        try made.write(to: seeds)
        return try SeedCorpus.read(from: seeds) ?? made
    }

    /// Whether the run found nothing.
    func run(minutes: Double) async throws -> Bool {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let corpus = try await corpus()
        let mutator = Mutator(seeds: corpus.files, runSeed: seed)
        let trial = Trial(trusting: corpus.anchor)
        let counter = try SharedCounter(progress)
        let end = ContinuousClock.now + .seconds(minutes * 60)
        var tally = Tally()
        var number: UInt64 = 0
        while ContinuousClock.now < end {
            counter.set(number)
            guard let mutant = mutator.mutant(number) else { break }
            alarm(Self.hangSeconds)
            let outcome = await trial.run(mutant.bytes, seed: mutant.seed)
            tally.add(outcome)
            let fault =
                outcome.fault
                ?? (outcome.seconds > Self.longestSeconds ? "it took \(outcome.seconds) seconds" : nil)
            if let fault {
                tally.culprits += 1
                let name = "culprit-\(seed)-\(number).pdf"
                try mutant.bytes.write(to: folder.appending(path: name))
                print("\(name) (from \(mutant.seed.name)): \(fault)")
            }
            number += 1
            if number % 100_000 == 0 { print("seed \(seed): \(tally)") }
        }
        alarm(0)
        print("seed \(seed): \(tally)")
        return tally.culprits == 0
    }

    func replay(_ number: UInt64) async throws {
        let corpus = try await corpus()
        guard let mutant = Mutator(seeds: corpus.files, runSeed: seed).mutant(number) else { return }
        let file = folder.appending(path: "replayed-\(seed)-\(number).pdf")
        try mutant.bytes.write(to: file)
        print("\(file.path), from \(mutant.seed.name)")
        print(await Trial(trusting: corpus.anchor).run(mutant.bytes, seed: mutant.seed))
    }
}

/// The results of a run.
private struct Tally: CustomStringConvertible {
    var tried = 0
    var opened = 0
    var repaired = 0
    var verdicts: [String: Int] = [:]
    var culprits = 0
    var slowest = 0.0

    mutating func add(_ outcome: Trial.Outcome) {
        tried += 1
        opened += outcome.isOpened ? 1 : 0
        repaired += outcome.isRepaired ? 1 : 0
        if let verdict = outcome.verdict { verdicts[verdict.rawValue, default: 0] += 1 }
        slowest = max(slowest, outcome.seconds)
    }

    var description: String {
        let verdicts = verdicts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return
            "\(tried) files tried, \(opened) opened (\(repaired) rebuilt), \(verdicts); "
            + "slowest \(String(format: "%.3f", slowest)) s; \(culprits) culprits"
    }
}

/// A number in a memory-mapped file, which survives the process.
private final class SharedCounter {
    private let memory: UnsafeMutablePointer<UInt64>

    init(_ file: URL) throws {
        let descriptor = open(file.path, O_RDWR | O_CREAT, 0o644)
        guard descriptor >= 0, ftruncate(descriptor, 8) == 0,
            let mapped = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED
        else { throw CocoaError(.fileWriteUnknown) }
        close(descriptor)
        memory = mapped.assumingMemoryBound(to: UInt64.self)
    }

    func set(_ number: UInt64) { memory.pointee = number }
}
