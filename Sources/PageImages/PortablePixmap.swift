import Foundation

/// The binary portable pixmap (`P6`), the default output format of Poppler's `pdftoppm`.
enum PortablePixmap {
    /// Returns `nil` for any other format or a truncated file.
    static func image(_ file: Data) -> PixelImage? {
        var words: [Int] = []
        guard file.count > 2, file.prefix(2).elementsEqual("P6".utf8) else { return nil }
        var index = file.startIndex + 2
        while words.count < 3, index < file.endIndex {
            let byte = file[index]
            if byte == 0x23 {
                while index < file.endIndex, file[index] != 0x0A { index += 1 }
            } else if (0x30...0x39).contains(byte) {
                var value = 0
                while index < file.endIndex, (0x30...0x39).contains(file[index]), value < 1_000_000 {
                    value = value * 10 + Int(file[index] - 0x30)
                    index += 1
                }
                words.append(value)
            } else {
                index += 1
            }
        }
        index += 1
        guard words.count == 3, words[2] == 255, words[0] < 1_000_000, words[1] < 1_000_000, index <= file.endIndex
        else { return nil }
        let count = words[0] * words[1] * 3
        guard file.endIndex - index >= count else { return nil }
        return PixelImage(width: words[0], height: words[1], pixels: [UInt8](file[index..<index + count]))
    }
}
