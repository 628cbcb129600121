import Foundation

/// How a demonstration says things.
public enum DemoText {
    /// `84 ms`, `2.4 s`.
    public static func milliseconds(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        return milliseconds < 1000
            ? "\(Int(milliseconds.rounded())) ms" : String(format: "%.1f s", milliseconds / 1000)
    }

    /// A command as a POSIX shell reads it.
    public static func command(_ words: [String]) -> String {
        words.map { word in
            let plain =
                !word.isEmpty
                && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
            return plain ? word : "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
        }.joined(separator: " ")
    }

    /// How the program was called, so that it can be called again: by path if it was, else by name.
    public static func program(_ argument: String?) -> String {
        guard let argument, !argument.isEmpty else { return "countersign" }
        return argument
    }
}
