import Foundation

/// Text files without a format of their own.
enum PlainText {
    /// Returns the text of a file in UTF-8, or in UTF-16 with its mark, else in Windows' Western encoding.
    ///
    /// - Parameter isWhole: `false` for the beginning of a file, which may end within a character
    /// - Returns: `nil` for a file with control characters other than line ends, form feeds and tabs
    static func decoded(_ file: Data, isWhole: Bool = true) -> String? {
        guard let text = text(of: file, isWhole: isWhole) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || "\t\n\r\u{0C}\u{85}".unicodeScalars.contains(scalar)
        }
        return isPlain ? text : nil
    }

    private static func text(of file: Data, isWhole: Bool) -> String? {
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
            return String(data: isWhole ? file : file.prefix(file.count & ~1), encoding: .utf16)
        }
        let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file
        // A character has at most four bytes, so a cut one leaves at most three.
        for left in 0...(isWhole ? 0 : 3) {
            if let text = String(data: bytes.dropLast(left), encoding: .utf8) { return text }
        }
        return String(data: bytes, encoding: .windowsCP1252)
    }
}
