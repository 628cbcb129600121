import Foundation

/// A part of a stored message: headers and a body, which may hold parts again.
struct StoredPart: Sendable, Hashable {
    private let headers: [String]
    private let body: String
    private let parts: [StoredPart]

    init(_ bytes: Data) {
        self.init(String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"), depth: 0)
    }

    private init(_ text: String, depth: Int) {
        let end = text.range(of: "\n\n")
        let head = end.map { String(text[..<$0.lowerBound]) } ?? text
        // A line that begins with a space continues the one before.
        headers = head.replacing("\n ", with: " ").replacing("\n\t", with: " ").components(separatedBy: "\n")
        body = end.map { String(text[$0.upperBound...]) } ?? ""
        guard depth < 4, let boundary = Self.boundary(in: headers) else {
            parts = []
            return
        }
        let sections = "\n\(body)".components(separatedBy: "\n--\(boundary)").dropFirst()
        parts = sections.filter { !$0.hasPrefix("--") }.map { section in
            StoredPart(String(section.drop { $0 == "\n" }), depth: depth + 1)
        }
    }

    func header(_ name: String) -> String? { Self.header(name, in: headers) }

    private static func header(_ name: String, in headers: [String]) -> String? {
        let start = "\(name.lowercased()):"
        return headers.first { $0.lowercased().hasPrefix(start) }.map {
            $0.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
        }
    }

    private static func boundary(in headers: [String]) -> String? {
        guard let type = header("Content-Type", in: headers), type.hasPrefix("multipart/") else { return nil }
        return type.firstMatch(of: /boundary="([^"]+)"/).map { String($0.output.1) }
    }

    func first(ofType type: String) -> StoredPart? {
        if header("Content-Type")?.hasPrefix(type) == true { return self }
        return parts.lazy.compactMap { $0.first(ofType: type) }.first
    }

    /// The body, decoded.
    var text: String {
        switch header("Content-Transfer-Encoding") {
        case TransferEncoding.quotedPrintable.rawValue: TransferEncoding.unquoted(body)
        case TransferEncoding.base64.rawValue:
            String(
                decoding: Data(base64Encoded: body, options: .ignoreUnknownCharacters) ?? Data(), as: UTF8.self
            ).replacing("\r\n", with: "\n")
        default: body
        }
    }

    var fileNames: [String] {
        let disposition = header("Content-Disposition") ?? ""
        let own = disposition.hasPrefix("attachment") ? [HeaderLine.parameter("filename", of: disposition)] : []
        return own.compactMap { $0 } + parts.flatMap(\.fileNames)
    }
}

extension TransferEncoding {
    /// Returns a text without the encoding that ``encoded(text:)`` gave it.
    static func unquoted(_ text: String) -> String {
        let joined = text.replacing("=\n", with: "")
        var bytes: [UInt8] = []
        var rest = Array(joined.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x3D, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension EncodedWord {
    /// Returns a header's text with the encoded words of ``words(_:)`` read.
    static func decoded(_ text: String) -> String {
        let joined = text.replacing(/\?=\s+=\?/, with: "?==?")
        var output = ""
        var bytes = Data()
        var rest = joined[...]
        while let match = rest.firstMatch(of: /=\?UTF-8\?B\?([A-Za-z0-9+\/=]*)\?=/) {
            output += String(decoding: bytes, as: UTF8.self) + rest[..<match.range.lowerBound]
            bytes = Data(base64Encoded: String(match.output.1)) ?? Data()
            rest = rest[match.range.upperBound...]
        }
        return output + String(decoding: bytes, as: UTF8.self) + rest
    }
}

extension HeaderLine {
    /// Returns a parameter as ``init(_:value:parameter:text:)`` writes it.
    static func parameter(_ name: String, of header: String) -> String? {
        let pieces = header.components(separatedBy: "; ").dropFirst().compactMap { piece -> String? in
            guard piece.hasPrefix(name), let equals = piece.firstIndex(of: "=") else { return nil }
            return piece[piece.index(after: equals)...].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        let joined = pieces.joined()
        guard joined.hasPrefix("UTF-8''") else { return pieces.first }
        return String(joined.dropFirst("UTF-8''".count)).removingPercentEncoding
    }
}
