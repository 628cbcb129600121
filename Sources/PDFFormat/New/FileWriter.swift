import Crypto
import Foundation

/// Writes a whole new file with a cross-reference table (ISO 32000-2 §7.5).
struct FileWriter {
    private var objects: [PDFObject] = []

    /// Reserves an address for a later object; until then the object is `null`.
    mutating func reserve() -> PDFReference {
        objects.append(.null)
        return PDFReference(number: objects.count)
    }

    mutating func add(_ object: PDFObject) -> PDFReference {
        objects.append(object)
        return PDFReference(number: objects.count)
    }

    mutating func set(_ reference: PDFReference, to object: PDFObject) {
        objects[reference.number - 1] = object
    }

    /// Returns the file. The same objects give the same bytes, because the file identifier is derived from them.
    func data(root: PDFReference, information: PDFReference) -> Data {
        var writer = ObjectWriter()
        writer.append("%PDF-1.7\n%")
        writer.append([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(writer.bytes.count)
            writer.write(object, as: PDFReference(number: index + 1))
        }
        let identifier = PDFObject.string(Data(SHA256.hash(data: writer.bytes).prefix(16)))
        let startxref = writer.bytes.count
        writer.append("xref\n0 \(objects.count + 1)\n0000000000 65535 f\r\n")
        for offset in offsets {
            let digits = String(offset)
            writer.append(String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n\r\n")
        }
        writer.append("trailer\n")
        writer.write([
            "Size": .integer(objects.count + 1), "Root": .reference(root), "Info": .reference(information),
            "ID": .array([identifier, identifier]),
        ])
        writer.append("\nstartxref\n\(startxref)\n%%EOF\n")
        return Data(writer.bytes)
    }
}
