import Foundation

/// Texts for the output of a demonstration.
package enum DemoText {
    /// Returns a duration as `84 ms` or `2.4 s`.
    package static func milliseconds(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        return milliseconds < 1000
            ? "\(Int(milliseconds.rounded())) ms" : String(format: "%.1f s", milliseconds / 1000)
    }

    /// Returns a command quoted for a POSIX shell.
    package static func command(_ words: [String]) -> String {
        words.map { word in
            let plain =
                !word.isEmpty
                && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
            return plain ? word : "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
        }.joined(separator: " ")
    }

    /// Returns how the program was called, so that it can be called again: by path or by name.
    package static func program(_ argument: String?) -> String {
        guard let argument, !argument.isEmpty else { return "countersign" }
        return argument
    }
}
