import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What people see: colours where somebody looks, plain text where a program reads.
struct Terminal: Sendable {
    enum Tone: String {
        case strong = "1"
        case faint = "2"
        case good = "32"
        case bad = "31"
        case doubtful = "33"
    }

    private let hasColour: Bool

    /// Colours only on a terminal, and never against NO_COLOR (https://no-color.org) or a `dumb` terminal.
    init(descriptor: Int32 = STDOUT_FILENO, environment: [String: String] = ProcessInfo.processInfo.environment) {
        hasColour =
            isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func styled(_ text: String, _ tone: Tone) -> String {
        hasColour ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line, at once: a person who waits sees each step when it happens.
    func line(_ text: String = "") {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// One sentence about what went wrong.
    static func complain(_ sentence: String) {
        FileHandle.standardError.write(Data("countersign: \(sentence)\n".utf8))
    }
}
