import Foundation

/// Converts names to Swift strings without loss, so that two strings are equal only if the bytes are (ISO 32000-2
/// §7.3.5).
///
/// A name is a sequence of bytes, nearly always UTF-8. In the rare name that is not UTF-8, that Swift could take for
/// another one since it is not in normalization form C, or that contains one of the code points used here,
/// U+F780…U+F7FF represent its bytes 0x80…0xFF. Such a name can be written back exactly.
enum PDFName {
    private static let standIns: ClosedRange<UInt32> = 0xF780...0xF7FF

    static func string(from bytes: some Collection<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let string = String(validUTF8: bytes),
            !string.unicodeScalars.contains(where: { standIns.contains($0.value) }),
            string.precomposedStringWithCanonicalMapping.utf8.elementsEqual(string.utf8)
        {
            return string
        }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let value = byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte)
            scalars.append(Unicode.Scalar(value) ?? "?")
        }
        return String(scalars)
    }

    static func bytes(of name: String) -> [UInt8] {
        guard name.unicodeScalars.contains(where: { standIns.contains($0.value) }) else { return Array(name.utf8) }
        return name.unicodeScalars.flatMap { scalar in
            standIns.contains(scalar.value) ? [UInt8(scalar.value - 0xF700)] : Array(String(scalar).utf8)
        }
    }
}
