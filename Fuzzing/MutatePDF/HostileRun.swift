import Foundation
import PDFMutation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Measures the time and memory that hostile files take.
enum HostileRun {
    static func run(only name: String?) async throws {
        let corpus = try await SeedCorpus.make()
        let trial = Trial(trusting: corpus.anchor)
        print("file                                     bytes       CPU   peak MiB")
        for (fileName, make) in HostileFiles.all() where name == nil || name == fileName {
            let bytes = make()
            let before = resident("VmRSS")
            resetPeak()
            let begun = clock()
            let outcome = await trial.run(bytes, seed: SeedFile(name: fileName, bytes: bytes, password: nil))
            let seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
            let peak = max(0, resident("VmHWM") - before)
            print(
                fileName.padding(toLength: 36, withPad: " ", startingAt: 0),
                String(format: "%9d %8.3fs %10d", bytes.count, seconds, peak / 1024),
                outcome.isOpened ? "opened" : "refused", outcome.verdict?.rawValue ?? "", outcome.fault ?? "")
        }
    }

    /// Resets Linux's record of peak memory.
    private static func resetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// Returns a value in kibibytes; 0 if the system does not report it.
    private static func resident(_ key: String) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(key) })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
