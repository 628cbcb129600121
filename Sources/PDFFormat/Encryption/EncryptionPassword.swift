import Foundation

/// Converts passwords to bytes (ISO 32000-2 §7.6.4.3.2 and §7.6.4.3.3).
enum EncryptionPassword {
    /// The padding that extends a password to 32 bytes.
    static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
        0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]

    /// Returns candidates of 32 bytes: the password in PDFDocEncoding, truncated or padded, and in UTF-8, which some
    /// programs use instead.
    static func padded(_ password: String) -> [[UInt8]] {
        var candidates: [[UInt8]] = []
        if let encoded = PDFTextString.docEncoded(password) { candidates.append(encoded) }
        let unicode = Array(password.utf8)
        if candidates.first != unicode { candidates.append(unicode) }
        return candidates.map { Array(($0 + padding).prefix(32)) }
    }

    /// Returns candidates of at most 127 bytes: the password prepared with SASLprep (RFC 4013) in UTF-8, and without
    /// the preparation, which some programs omit.
    static func unicode(_ password: String) -> [[UInt8]] {
        let plain = Array(password.utf8.prefix(127))
        let prepared = Array(prepared(password).utf8.prefix(127))
        return plain == prepared ? [plain] : [prepared, plain]
    }

    /// RFC 4013 §2.1 and §2.2.
    private static func prepared(_ password: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in password.unicodeScalars where !isMappedToNothing(scalar) {
            scalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return String(scalars).precomposedStringWithCompatibilityMapping
    }

    /// RFC 3454 table B.1.
    private static func isMappedToNothing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x1806, 0x180B...0x180D, 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }
}
