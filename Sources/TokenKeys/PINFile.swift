import Foundation

/// A file that holds a token's PIN: never an argument or an environment variable, which others can see.
public enum PINFile {
    /// The PIN, without the line break that may end the file.
    public static func read(_ url: URL) throws(TokenKeyError) -> String {
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .unreadablePIN(path: url.relativePath) }
        return String(line)
    }
}
