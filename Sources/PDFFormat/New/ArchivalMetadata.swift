import Foundation

/// The metadata of a new file that follows PDF/A (ISO 16684-1, ISO 19005-3 §6.6).
struct ArchivalMetadata {
    let information: DocumentInformation
    let producer: String
    /// Whether the file is tagged.
    let isTagged: Bool

    /// Returns the metadata stream. It is not compressed, so that programs that know nothing of PDF can read it.
    var stream: PDFStream {
        var properties = [
            "<dc:format>application/pdf</dc:format>",
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(information.title))</rdf:li></rdf:Alt></dc:title>",
            "<dc:language><rdf:Bag><rdf:li>\(Self.escaped(information.language))</rdf:li></rdf:Bag></dc:language>",
            "<pdf:Producer>\(Self.escaped(producer))</pdf:Producer>",
            "<pdfaid:part>3</pdfaid:part>", "<pdfaid:conformance>\(isTagged ? "A" : "B")</pdfaid:conformance>",
        ]
        if let author = information.author {
            properties.append("<dc:creator><rdf:Seq><rdf:li>\(Self.escaped(author))</rdf:li></rdf:Seq></dc:creator>")
        }
        if let created = information.created {
            properties.append("<xmp:CreateDate>\(Self.date(created))</xmp:CreateDate>")
        }
        let text = """
            <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
            xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
            \(properties.joined(separator: "\n"))
            </rdf:Description>
            </rdf:RDF>
            </x:xmpmeta>
            <?xpacket end="r"?>
            """
        return PDFStream(
            dictionary: ["Type": .name("Metadata"), "Subtype": .name("XML")], encodedBytes: Data(text.utf8))
    }

    /// Returns the time as `2026-11-27T03:20:00Z`, the same as the information dictionary's.
    private static func date(_ date: Date) -> String {
        let digits = Array(PDFDate.string(from: date).dropFirst(2).prefix(14))
        guard digits.count == 14 else { return "" }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // XML has no place for control characters.
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
