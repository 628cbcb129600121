import Foundation

/// How a part's bytes travel as lines of ASCII (RFC 2045 §6). Neither encoding ever writes “=_”, with which the
/// boundaries begin.
enum TransferEncoding: String {
    case quotedPrintable = "quoted-printable"
    case base64

    /// The better one for a text: Base64 is shorter if most bytes need three characters otherwise.
    static func best(for text: String) -> TransferEncoding {
        let others = text.utf8.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) }
        return others * 4 > text.utf8.count ? .base64 : .quotedPrintable
    }

    /// Returns lines that end with CRLF. A text's own line ends become CRLF too.
    func encoded(text: String) -> Data {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        switch self {
        case .base64: return encoded(Data(lines.replacing("\n", with: "\r\n").utf8))
        case .quotedPrintable: return Self.quoted(lines)
        }
    }

    /// Returns Base64 in lines of 76 characters.
    func encoded(_ bytes: Data) -> Data {
        var data = bytes.base64EncodedData(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        if !data.isEmpty { data.append(contentsOf: [0x0D, 0x0A]) }
        return data
    }

    /// RFC 2045 §6.7.
    private static func quoted(_ text: String) -> Data {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 5 / 4)
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let bytes = Array(line)
            var width = 0
            for (index, byte) in bytes.enumerated() {
                let isLast = index == bytes.count - 1
                var piece = [byte]
                let isSpaceAtEnd = isLast && (byte == 0x20 || byte == 0x09)
                // Mailboxes of old change a line that begins with “From”, and mail servers one that begins with a dot.
                let isFragile = index == 0 && (byte == 0x2E || bytes.starts(with: Array("From ".utf8)))
                if byte == 0x3D || byte >= 0x7F || (byte < 0x20 && byte != 0x09) || isSpaceAtEnd || isFragile {
                    piece = [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
                if width + piece.count > (isLast ? 76 : 75) {
                    output += [0x3D, 0x0D, 0x0A]
                    width = 0
                    if piece == [0x2E] { piece = Array("=2E".utf8) }
                }
                output += piece
                width += piece.count
            }
            output += [0x0D, 0x0A]
        }
        // The last line's end is the one that the text has, or the one that the boundary needs.
        if text.utf8.last == 0x0A { output.removeLast(2) }
        return Data(output)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
