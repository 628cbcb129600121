import Foundation

/// A zip archive (PKWARE APPNOTE 6.3) whose files are stored as they are: PDFs are compressed inside.
///
/// The files are never copied: the archive is in parts, and memory-mapped files stay on the disk.
struct StoredArchive {
    private var pieces: [Data] = []
    private var size = 0
    private var directory = Data()
    private var names: Set<String> = []
    private var count: UInt16 = 0

    /// The largest archive, in bytes: sizes and offsets have 32 bits.
    static let largest = Int(UInt32.max) - 1 << 20

    /// Adds a file. A name that is taken gets a number, and path separators become hyphens.
    package mutating func add(_ file: Data, named wanted: String) {
        let name = Data(unused(wanted).utf8)
        // Names are UTF-8 (bit 11); the date is the first day of 1980, the format's zero.
        var entry = Data()
        entry.append(UInt16(20), UInt16(1 << 11), UInt16(0), UInt16(0), UInt16(0x21))
        entry.append(Self.checksum(file), UInt32(file.count), UInt32(file.count))
        entry.append(UInt16(name.count), UInt16(0))
        directory.append(UInt32(0x0201_4B50))
        directory.append(UInt16(20))
        directory.append(entry)
        directory.append(UInt16(0), UInt16(0), UInt16(0))
        directory.append(UInt32(0), UInt32(size))
        directory.append(name)
        var header = Data()
        header.append(UInt32(0x0403_4B50))
        header.append(entry)
        header.append(name)
        pieces += [header, file]
        size += header.count + file.count
        count += 1
    }

    /// The whole archive, in parts that follow each other.
    var parts: [Data] {
        var end = directory
        end.append(UInt32(0x0605_4B50))
        end.append(UInt16(0), UInt16(0), count, count)
        end.append(UInt32(directory.count), UInt32(size))
        end.append(UInt16(0))
        return pieces + [end]
    }

    private mutating func unused(_ wanted: String) -> String {
        let safe = String(wanted.map { "/\\:".contains($0) || $0.isNewline ? "-" : $0 })
        let isPDF = safe.lowercased().hasSuffix(".pdf")
        let stem = isPDF ? String(safe.dropLast(4)) : safe
        var name = safe
        var number = 2
        while !names.insert(name.lowercased()).inserted {
            name = "\(stem) (\(number))" + (isPDF ? String(safe.suffix(4)) : "")
            number += 1
        }
        return name
    }

    /// CRC-32 (ITU-T V.42).
    private static func checksum(_ data: Data) -> UInt32 {
        data.withUnsafeBytes { bytes in
            ~bytes.reduce(~UInt32(0)) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}

extension Data {
    /// Appends numbers in little-endian order.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ numbers: Number...) {
        for number in numbers { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
    }
}
