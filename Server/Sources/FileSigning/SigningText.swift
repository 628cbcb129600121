import Foundation

/// What is said to a person who has signed a file.
public enum SigningText {
    /// Half a sentence: size, and where the signature is seen.
    public static func describe(_ receipt: FileSigner.Receipt) -> String {
        let place = receipt.page.map { "visible on page \($0)" } ?? "not visible on a page"
        return "\(bytes(receipt.size)), \(bytes(receipt.added)) of them added, \(place)"
    }

    /// `1,234 bytes`, `84.1 KB`, `2.3 MB`.
    public static func bytes(_ count: Int) -> String {
        switch count {
        case ..<10_000: "\(count.formatted(.number.locale(Locale(identifier: "en_US")))) bytes"
        case ..<1_000_000: String(format: "%.1f KB", Double(count) / 1000)
        default: String(format: "%.1f MB", Double(count) / 1_000_000)
        }
    }
}
