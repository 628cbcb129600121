import Foundation
import PDFMutation

/// Opens, verifies and fills mutated files until the time is up.
///
///     MutatePDF run MINUTES FOLDER [SEED]
///     MutatePDF replay FOLDER SEED NUMBER      writes and tries one file again
///     MutatePDF hostile                        files made to be slow or large: seconds and memory of each
///
/// FOLDER keeps the seeds, the number of the file in work (so that a crash can be replayed) and every culprit.
@main
struct MutatePDF {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "run" where arguments.count >= 3:
            guard let minutes = Double(arguments[1]) else { throw Usage() }
            let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : UInt64(Date().timeIntervalSince1970)
            let isSound = try await FuzzingRun(folder: URL(filePath: arguments[2]), seed: seed).run(minutes: minutes)
            if !isSound { exit(1) }
        case "replay" where arguments.count == 4:
            guard let seed = UInt64(arguments[2]), let number = UInt64(arguments[3]) else { throw Usage() }
            try await FuzzingRun(folder: URL(filePath: arguments[1]), seed: seed).replay(number)
        case "hostile":
            try await HostileRun.run(only: arguments.dropFirst().first)
        default:
            throw Usage()
        }
    }

    struct Usage: Error, CustomStringConvertible {
        let description =
            "usage: MutatePDF run MINUTES FOLDER [SEED] | replay FOLDER SEED NUMBER | hostile [NAME]"
    }
}
