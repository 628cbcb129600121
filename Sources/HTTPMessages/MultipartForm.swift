import Foundation

/// A body in parts (RFC 7578): fields and files.
public struct MultipartForm: Sendable {
    /// A field or a file.
    public struct Part: Sendable {
        /// The values of the headers by their names in small letters.
        public let headers: [String: String]
        /// The bytes between the headers and the next boundary.
        public let body: Data

        /// The name of the field.
        public var name: String? { parameter("name", of: "content-disposition") }

        /// Returns a parameter of a header, with or without quotation marks; its name in small letters.
        public func parameter(_ name: String, of header: String) -> String? {
            headers[header].flatMap { MultipartForm.parameter(name, of: $0) }
        }

        /// The media type without parameters, in small letters.
        public var mediaType: String? {
            headers["content-type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    /// In their order.
    public let parts: [Part]

    /// Reads a body.
    ///
    /// - Parameter type: the value of `Content-Type`
    /// - Returns: `nil` for a body that is not in parts, or is cut off, for a part that repeats a header, and for more than
    ///   `mostParts`
    public init?(_ body: Data, type: String, mostParts: Int) {
        guard let boundary = Self.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count) else {
            return nil
        }
        let mark = Data("\r\n--\(boundary)".utf8)
        let lineEnd = Data("\r\n".utf8)
        // The first boundary may stand at the very beginning.
        let text = lineEnd + body
        guard var found = text.range(of: mark) else { return nil }
        var parts: [Part] = []
        while true {
            let rest = text[found.upperBound...]
            if rest.starts(with: Data("--".utf8)) { break }
            guard let line = rest.range(of: lineEnd),
                rest[..<line.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
                // A part without headers begins with an empty line, whose end is that of the boundary's line.
                let head = text[line.lowerBound...].range(of: Data("\r\n\r\n".utf8)),
                let next = text[line.lowerBound...].range(of: mark), head.upperBound <= next.lowerBound,
                let headers = Self.headers(text[line.upperBound..<max(line.upperBound, head.lowerBound)])
            else { return nil }
            guard parts.count < mostParts else { return nil }
            parts.append(Part(headers: headers, body: Data(text[head.upperBound..<next.lowerBound])))
            found = next
        }
        self.parts = parts
    }

    private static func headers(_ head: Data) -> [String: String]? {
        var headers: [String: String] = [:]
        for line in String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n") where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            guard headers.updateValue(value, forKey: parts[0].lowercased()) == nil else { return nil }
        }
        return headers
    }

    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in pieces(of: header).dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, parts[0].lowercased() == name else { continue }
            let value = parts[1]
            guard value.hasPrefix("\"") else { return value }
            return value.count >= 2 && value.hasSuffix("\"") ? String(value.dropFirst().dropLast()) : nil
        }
        return nil
    }

    /// Returns the pieces between semicolons; a file's name in quotation marks may hold some.
    private static func pieces(of header: String) -> [Substring] {
        var isQuoted = false
        return header.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ";" && !isQuoted
        }
    }
}
