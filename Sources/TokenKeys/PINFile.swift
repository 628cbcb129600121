import Foundation

/// Reads a token's PIN from a file. A PIN is never an argument or an environment variable, which others can see.
public enum PINFile {
    /// Returns the PIN without a trailing line break.
    public static func read(_ url: URL) throws(TokenKeyError) -> String {
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .unreadablePIN(path: url.relativePath) }
        return String(line)
    }
}
