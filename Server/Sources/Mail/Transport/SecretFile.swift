import Foundation

/// A file that holds one secret, such as a password.
public enum SecretFile {
    /// Returns the file's text without the line end; `nil` if it cannot be read, is empty, or holds several lines.
    public static func secret(in file: URL) -> String? {
        guard let data = try? Data(contentsOf: file), data.count <= 16_384,
            let text = String(data: data, encoding: .utf8)
        else { return nil }
        let secret = text.trimmingCharacters(in: .newlines)
        let isOneLine = secret.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return secret.isEmpty || !isOneLine ? nil : secret
    }
}
