import Foundation

/// Writes the cross-reference section of an update in the style of the previous section.
struct XrefSectionWriter {
    var places: [(reference: PDFReference, offset: Int)]
    /// The section's offset. Like all offsets here, it counts from the file's header.
    let offset: Int
    /// One more than the highest object number, not counting the section's own.
    var size: Int
    let previous: Int

    /// The trailer keys that belong to a section or stream rather than to the file.
    private static let ownKeys: Set<String> = [
        "Size", "Prev", "ID", "XRefStm", "Type", "W", "Index", "Length", "Filter", "DecodeParms", "F", "FFilter",
        "FDecodeParms", "DL",
    ]

    mutating func write(
        after section: XrefSection, identifier: PDFObject, to writer: inout ObjectWriter
    ) throws(PDFError) {
        if section.kind == .stream {
            let own = PDFReference(number: size)
            size += 1
            places.append((own, offset))
            writer.write(stream(trailer: trailer(after: section, identifier)), as: own)
        } else {
            try writeTable(to: &writer)
            writer.append("trailer\n")
            writer.write(trailer(after: section, identifier))
            writer.append("\n")
        }
    }

    private func trailer(after section: XrefSection, _ identifier: PDFObject) -> PDFDictionary {
        var trailer = PDFDictionary()
        trailer["Size"] = .integer(size)
        for entry in section.trailer.entries where !Self.ownKeys.contains(entry.key) {
            trailer[entry.key] = entry.value
        }
        trailer["ID"] = identifier
        trailer["Prev"] = .integer(previous)
        return trailer
    }

    /// Runs of consecutive object numbers.
    private var runs: [[(reference: PDFReference, offset: Int)]] {
        var runs: [[(reference: PDFReference, offset: Int)]] = []
        for place in places.sorted(by: { $0.reference.number < $1.reference.number }) {
            if let last = runs.last?.last, last.reference.number + 1 == place.reference.number {
                runs[runs.count - 1].append(place)
            } else {
                runs.append([place])
            }
        }
        return runs
    }

    /// ISO 32000-2 §7.5.4: records of exactly 20 bytes.
    private func writeTable(to writer: inout ObjectWriter) throws(PDFError) {
        guard offset <= 9_999_999_999 else {
            throw .unsupported("a cross-reference table cannot hold offsets of more than ten digits")
        }
        writer.append("xref\n")
        for run in runs {
            writer.append(run[0].reference.number)
            writer.append(" ")
            writer.append(run.count)
            writer.append("\n")
            for place in run {
                writer.append(place.offset, width: 10)
                writer.append(" ")
                writer.append(place.reference.generation, width: 5)
                writer.append(" n\r\n")
            }
        }
    }

    /// ISO 32000-2 §7.5.8.
    private func stream(trailer: PDFDictionary) -> PDFObject {
        var width = 4
        while width < 8, offset >> (8 * width) > 0 { width += 1 }
        var data = Data()
        var index: [PDFObject] = []
        for run in runs {
            index += [.integer(run[0].reference.number), .integer(run.count)]
            for place in run {
                data.append(1)
                for byte in stride(from: width - 1, through: 0, by: -1) {
                    data.append(UInt8(truncatingIfNeeded: place.offset >> (8 * byte)))
                }
                data.append(UInt8(truncatingIfNeeded: place.reference.generation >> 8))
                data.append(UInt8(truncatingIfNeeded: place.reference.generation))
            }
        }
        var dictionary: PDFDictionary = [
            "Type": .name("XRef"), "W": .array([.integer(1), .integer(width), .integer(2)]), "Index": .array(index),
        ]
        for entry in trailer.entries { dictionary[entry.key] = entry.value }
        return .stream(PDFStream(dictionary: dictionary, encodedBytes: data))
    }
}
