import Crypto
import Foundation

/// Writes a whole new file with a cross-reference table (ISO 32000-2 §7.5).
///
/// Each object is written as soon as it is set, so that the file is in memory once.
struct FileWriter {
    private var file: Data
    private var writer = ObjectWriter()
    /// The place of each object; `nil` for one that is not yet written.
    private var offsets: [Int?] = []

    /// - Parameter capacity: about how many bytes the file will have
    init(capacity: Int = 0) {
        file = Data(capacity: capacity)
        file.append(contentsOf: "%PDF-1.7\n%".utf8)
        file.append(contentsOf: [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// Reserves an address for a later object; until then the object is `null`.
    mutating func reserve() -> PDFReference {
        offsets.append(nil)
        return PDFReference(number: offsets.count)
    }

    mutating func add(_ object: PDFObject) -> PDFReference {
        let reference = reserve()
        set(reference, to: object)
        return reference
    }

    /// Writes an object at a reserved address, which is done once.
    mutating func set(_ reference: PDFReference, to object: PDFObject) {
        offsets[reference.number - 1] = file.count
        writer.write(object, as: reference)
        drain()
    }

    private mutating func drain() {
        file.append(contentsOf: writer.bytes)
        writer.clear()
    }

    /// Returns the finished file and leaves the writer empty. The same objects give the same bytes, because the file
    /// identifier is derived from them.
    mutating func data(root: PDFReference, information: PDFReference) -> Data {
        for (index, offset) in offsets.enumerated() where offset == nil {
            set(PDFReference(number: index + 1), to: .null)
        }
        let identifier = PDFObject.string(Data(SHA256.hash(data: file).prefix(16)))
        let startxref = file.count
        writer.append("xref\n0 \(offsets.count + 1)\n0000000000 65535 f\r\n")
        for offset in offsets {
            writer.append(offset ?? 0, width: 10)
            writer.append(" 00000 n\r\n")
        }
        writer.append("trailer\n")
        writer.write([
            "Size": .integer(offsets.count + 1), "Root": .reference(root), "Info": .reference(information),
            "ID": .array([identifier, identifier]),
        ])
        writer.append("\nstartxref\n\(startxref)\n%%EOF\n")
        drain()
        defer { self = FileWriter() }
        return file
    }
}
