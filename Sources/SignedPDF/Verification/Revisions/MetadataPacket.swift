import Foundation

/// The text of an XMP packet (ISO 16684-1), read byte by byte, since it may be megabytes of untrusted data.
struct MetadataPacket {
    private let text: [UInt8]

    /// Returns `nil` for data that is not XMP or declares entities.
    init?(_ bytes: Data) {
        if String(validUTF8: bytes) != nil {
            text = Array(bytes)
        } else if let string = String(data: bytes, encoding: .utf16) {
            text = Array(string.utf8)
        } else {
            return nil
        }
        guard contains("<rdf:RDF") || contains("<x:xmpmeta"), !contains("<!DOCTYPE"), !contains("<!ENTITY") else {
            return nil
        }
    }

    private func contains(_ word: StaticString) -> Bool {
        text.withUnsafeBytes { Lexer($0, at: 0).firstIndex(of: word, from: 0, to: $0.count) != nil }
    }

    // MARK: Housekeeping

    /// The properties that programs update whenever they save a file.
    private static let housekeeping: [[UInt8]] = [
        "xmp:ModifyDate", "xmp:MetadataDate", "xmp:CreatorTool", "pdf:Producer", "xmpMM:InstanceID",
        "xmpMM:DocumentID",
    ].map { Array($0.utf8) }
    /// The longest value that is ignored; longer ones are compared like anything else.
    private static let longestValue = 1024

    /// The text without white space and without the values of dates, programs and identifiers.
    var withoutHousekeeping: [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "<"), let end = elementEnd(from: index) {
                index = end
            } else if Self.isBlank(byte) {
                index += 1
                if index < text.count, let end = attributeEnd(from: index) { index = end }
            } else {
                rest.append(byte)
                index += 1
            }
        }
        return rest
    }

    /// Returns where `<name>value</name>` ends.
    private func elementEnd(from start: Int) -> Int? {
        guard let name = Self.housekeeping.first(where: { matches($0, at: start + 1) }),
            let open = place(after: name, at: start + 1, followedBy: ">"),
            let close = text[open..<min(open + Self.longestValue, text.count)].firstIndex(of: UInt8(ascii: "<")),
            matches(Array("</".utf8), at: close)
        else { return nil }
        guard matches(name, at: close + 2) else { return nil }
        return place(after: name, at: close + 2, followedBy: ">")
    }

    /// Returns where `name="value"` ends.
    private func attributeEnd(from start: Int) -> Int? {
        guard let name = Self.housekeeping.first(where: { matches($0, at: start) }),
            let equals = place(after: name, at: start, followedBy: "="), equals < text.count
        else { return nil }
        let quote = text[equals]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let value = text[(equals + 1)..<max(equals + 1, min(equals + 1 + Self.longestValue, text.count))]
        guard let end = value.firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") }), text[end] == quote else {
            return nil
        }
        return end + 1
    }

    private func matches(_ word: [UInt8], at start: Int) -> Bool {
        start + word.count <= text.count && text[start..<start + word.count].elementsEqual(word)
    }

    private func place(after word: [UInt8], at start: Int, followedBy mark: Unicode.Scalar) -> Int? {
        let place = start + word.count
        guard place < text.count, text[place] == UInt8(ascii: mark) else { return nil }
        return place + 1
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
