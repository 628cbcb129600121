import Foundation

/// A message of a stranger or a part of one: headers, and a body that may hold parts again (RFC 5322, RFC 2046).
///
/// Reads only so much that no message can cost more than its own size: so many levels, parts and headers.
struct ReceivedPart {
    typealias Lines = ArraySlice<ArraySlice<UInt8>>

    private let headers: [(name: String, value: String)]
    private let body: Lines
    /// The parts of a `multipart/…`; none beyond ``deepest`` levels.
    let parts: [ReceivedPart]

    private static let deepest = 4
    private static let mostParts = 50
    private static let mostHeaders = 500
    private static let longestHeader = 8192

    init(_ bytes: Data) {
        let lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
        self.init(lines[...].map { $0.last == 0x0D ? $0.dropLast() : $0 }[...], depth: 0)
    }

    private init(_ lines: Lines, depth: Int) {
        let end = lines.firstIndex(where: \.isEmpty) ?? lines.endIndex
        headers = Self.headers(lines[..<end])
        body = end < lines.endIndex ? lines[(end + 1)...] : []
        guard depth < Self.deepest, let type = Self.value("content-type", in: headers),
            type.lowercased().hasPrefix("multipart/"), let boundary = Self.parameter("boundary", of: type)
        else {
            parts = []
            return
        }
        parts = Self.sections(of: body, boundary).map { ReceivedPart($0, depth: depth + 1) }
    }

    /// Returns the lines between the boundaries.
    private static func sections(of body: Lines, _ boundary: String) -> [Lines] {
        let start = Array("--\(boundary)".utf8)
        var sections: [Lines] = []
        var first: Int?
        for index in body.indices {
            let line = body[index]
            guard line.starts(with: start) else { continue }
            let rest = line.dropFirst(start.count)
            let isEnd = rest.starts(with: [0x2D, 0x2D])
            guard isEnd || rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            if let first { sections.append(body[first..<index]) }
            guard !isEnd, sections.count < mostParts else { return sections }
            first = index + 1
        }
        // A message that was cut off still has its last part.
        if let first { sections.append(body[first...]) }
        return sections
    }

    private static func headers(_ lines: Lines) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        for line in lines {
            let text = String(decoding: line.prefix(longestHeader), as: UTF8.self)
            if line.first == 0x20 || line.first == 0x09 {
                guard let last = headers.indices.last, headers[last].value.utf8.count < longestHeader else { continue }
                headers[last].value += " " + text.trimmingCharacters(in: .whitespaces)
            } else if let colon = text.unicodeScalars.firstIndex(of: ":"), headers.count < mostHeaders {
                let name = text[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
                let value = text[text.unicodeScalars.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                headers.append((name, value))
            }
        }
        return headers
    }

    private static func value(_ name: String, in headers: [(name: String, value: String)]) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// Returns the first header of a name in lower case.
    func header(_ name: String) -> String? { Self.value(name, in: headers) }

    /// Returns all headers of a name in lower case.
    func headers(_ name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

    /// The media type in lower case, without parameters.
    var type: String {
        let type = header("content-type")?.prefix { $0 != ";" } ?? "text/plain"
        return type.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Returns a parameter of the media type, in quotes or not (RFC 2045 §5.1).
    func parameter(_ name: String) -> String? { header("content-type").flatMap { Self.parameter(name, of: $0) } }

    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.components(separatedBy: ";").dropFirst() {
            let pair = piece.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard pair.count == 2, pair[0].lowercased() == name else { continue }
            let value = pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            return (1...70).contains(value.utf8.count) ? value : nil
        }
        return nil
    }

    /// The body's lines, decoded.
    var lines: [String] {
        switch header("content-transfer-encoding")?.lowercased() {
        case "base64":
            let text = String(decoding: Array(body.joined()), as: UTF8.self)
            let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
            return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").components(separatedBy: "\n")
        case "quoted-printable":
            let text = String(decoding: Array(body.joined(separator: [0x0A])), as: UTF8.self)
            return TransferEncoding.unquoted(text).components(separatedBy: "\n")
        default: return body.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns this part or the first one in it for which a condition holds. A message within the message is another
    /// message and not looked into.
    func first(where isWanted: (ReceivedPart) -> Bool) -> ReceivedPart? {
        if isWanted(self) { return self }
        for part in parts {
            if let found = part.first(where: isWanted) { return found }
        }
        return nil
    }
}
