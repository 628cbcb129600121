import Foundation

/// The size that a JPEG file declares (ITU-T T.81 §B.2.2).
enum JPEGHeader {
    /// Returns the width and height in pixels from the first start-of-frame segment, or `nil` if the data is not a
    /// complete JPEG file.
    static func size(of data: Data) -> (width: Int, height: Int)? {
        guard data.starts(with: [0xFF, 0xD8]), data.suffix(2).elementsEqual([0xFF, 0xD9]) else { return nil }
        let start = data.startIndex
        func byte(_ offset: Int) -> Int { Int(data[start + offset]) }
        var position = 2
        while position + 9 < data.count, byte(position) == 0xFF {
            let marker = byte(position + 1)
            if (0xC0...0xC2).contains(marker) {
                return (byte(position + 7) << 8 | byte(position + 8), byte(position + 5) << 8 | byte(position + 6))
            }
            position += 2 + (byte(position + 2) << 8 | byte(position + 3))
        }
        return nil
    }
}
