import Foundation

/// A gray photograph, 8 pixels wide and 4 high, dark on its left half.
enum SampleJPEG {
    static let bytes =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j\
                q62rZ4C8ybqmx5moq6T/wAALCAAEAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABgQAAIDAAAAAAAAAAAAAAAAAAAGRILB\
                /9oACAEBAAA/ACW5FdP/2Q==
                """) ?? Data()

    /// The photograph with the note of how the camera was held (CIPA DC-008 §4.6.5.1.6), 1 to 8.
    static func held(_ orientation: UInt8, littleEndian: Bool = true) -> Data {
        let tiff: [UInt8] =
            littleEndian
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let segment = Array("Exif\0\0".utf8) + tiff
        let length = segment.count + 2
        return bytes.prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment + bytes.dropFirst(2)
    }
}
