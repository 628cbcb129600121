import CQRCode
import Ceremony

extension CodePicture {
    /// Draws a text as a QR code (ISO/IEC 18004) that is still read if 15 % of it are hidden.
    ///
    /// - Returns: `nil` for a text that is too long for one: more than some 2,300 bytes
    static func drawing(_ text: String) -> CodePicture? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                // The lowest bit of a module says that it is dark.
                while column < size, code.pointee.data[row * size + column] & 1 == 1 { column += 1 }
                if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
                column += column > start ? 0 : 1
            }
        }
        return CodePicture(size: size, path: path)
    }
}
