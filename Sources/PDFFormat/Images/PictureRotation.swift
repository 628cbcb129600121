import Foundation

/// The quarter turn by which a JPEG file wants to be shown, from its Exif data (CIPA DC-008 §4.6.5.1.6): telephones
/// store pictures as the sensor lies and note how they were held.
enum PictureRotation {
    /// Returns the clockwise turn in degrees: 0, 90, 180 or 270. Mirrored pictures, which no camera makes, are turned and
    /// not mirrored.
    static func degrees(of data: Data) -> Int {
        guard let start = exif(in: data) else { return 0 }
        let tiff = data[start...]
        func byte(_ offset: Int) -> Int? {
            let index = tiff.startIndex + offset
            return offset >= 0 && index < tiff.endIndex ? Int(tiff[index]) : nil
        }
        let isLittle = byte(0) == 0x49
        func number(_ offset: Int, _ count: Int) -> Int? {
            var value = 0
            for index in 0..<count {
                guard let next = byte(offset + (isLittle ? count - 1 - index : index)) else { return nil }
                value = value << 8 | next
            }
            return value
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return 0 }
        for entry in 0..<min(count, 200) {
            let place = directory + 2 + entry * 12
            guard number(place, 2) == 0x0112 else { continue }
            return switch number(place + 8, 2) {
            case 3, 4: 180
            case 5, 6: 90
            case 7, 8: 270
            default: 0
            }
        }
        return 0
    }

    /// Returns where the TIFF header of the Exif segment begins.
    private static func exif(in data: Data) -> Int? {
        guard data.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = data.startIndex + 2
        while index + 10 < data.endIndex, data[index] == 0xFF {
            let marker = data[index + 1]
            let length = Int(data[index + 2]) << 8 | Int(data[index + 3])
            if marker == 0xDA || length < 2 { return nil }
            if marker == 0xE1, data[(index + 4)...].starts(with: Array("Exif\0\0".utf8)) { return index + 10 }
            index += 2 + length
        }
        return nil
    }
}
