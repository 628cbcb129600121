import DescribedErrors
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Output for people, with colors only on a terminal.
struct Terminal: Sendable {
    enum Tone: String {
        case strong = "1"
        case faint = "2"
        case good = "32"
        case bad = "31"
        case doubtful = "33"
    }

    private let hasColor: Bool

    /// Uses colors only on a terminal, and never against NO_COLOR (https://no-color.org) or on a `dumb` terminal.
    init(descriptor: Int32 = STDOUT_FILENO, environment: [String: String] = ProcessInfo.processInfo.environment) {
        hasColor =
            isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func styled(_ text: String, _ tone: Tone) -> String {
        hasColor ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line at once, so that each step appears when it happens. Control characters in it are shown, not obeyed.
    func line(_ text: String = "") {
        let shown = VisibleText.terminal(text, keepingStyles: hasColor)
        FileHandle.standardOutput.write(Data((shown + "\n").utf8))
    }

    /// Writes one sentence about an error to standard error.
    static func complain(_ sentence: String) {
        FileHandle.standardError.write(Data("countersign: \(VisibleText.terminal(sentence))\n".utf8))
    }
}
