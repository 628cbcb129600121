import Foundation

/// How a picture wants to be shown, from its Exif data (CIPA DC-008 §4.6.5.1.6): telephones store pictures as the sensor
/// lies and note how they were held.
package enum PictureOrientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    case mirroredTurnedLeft
    case turnedRight
    case mirroredTurnedRight
    case turnedLeft

    /// Reads the TIFF data of an Exif segment or chunk. Damaged data counts as none.
    init(tiff: UnsafeRawBufferPointer) {
        self = Self.value(in: tiff).flatMap(Self.init) ?? .upright
    }

    private static func value(in tiff: UnsafeRawBufferPointer) -> Int? {
        func byte(_ offset: Int) -> Int? { offset >= 0 && offset < tiff.count ? Int(tiff[offset]) : nil }
        let isLittle = byte(0) == 0x49
        func number(_ offset: Int, _ count: Int) -> Int? {
            var value = 0
            for index in 0..<count {
                guard let next = byte(offset + (isLittle ? count - 1 - index : index)) else { return nil }
                value = value << 8 | next
            }
            return value
        }
        guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 200) {
            let place = directory + 2 + entry * 12
            guard number(place, 2) == 0x0112 else { continue }
            // Some programs write the number in four bytes, or in one.
            switch number(place + 2, 2) {
            case 1: return number(place + 8, 1)
            case 4: return number(place + 8, 4)
            default: return number(place + 8, 2)
            }
        }
        return nil
    }

    /// Whether width and height change places.
    package var isAcross: Bool { rawValue >= 5 }

    /// The six numbers of `cm` (ISO 32000-2 §8.3.4).
    typealias Matrix = (Double, Double, Double, Double, Double, Double)

    /// Returns the matrix that draws an image in a box (§8.9.5.1): it maps the unit square, at whose top the image's first
    /// row lies, to the box as it is shown.
    func matrix(x: Double, y: Double, width: Double, height: Double) -> Matrix {
        let (right, top) = (x + width, y + height)
        return switch self {
        case .upright: (width, 0, 0, height, x, y)
        case .mirrored: (-width, 0, 0, height, right, y)
        case .upsideDown: (-width, 0, 0, -height, right, top)
        case .mirroredUpsideDown: (width, 0, 0, -height, x, top)
        case .mirroredTurnedLeft: (0, -height, -width, 0, right, top)
        case .turnedRight: (0, -height, width, 0, x, top)
        case .mirroredTurnedRight: (0, height, width, 0, x, y)
        case .turnedLeft: (0, height, -width, 0, right, y)
        }
    }
}
