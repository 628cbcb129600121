/// One header, in lines of at most 78 characters where its words allow that (RFC 5322 §2.1.1), and never more than 998.
///
/// No part can begin another header: a part holds only the characters from space to tilde. Every other one becomes “?”.
struct HeaderLine {
    private var lines: [String]

    init(_ name: String, _ parts: [String]) {
        lines = ["\(name):"]
        for part in parts { add(part) }
    }

    /// Adds a word after a space, on a new line if this one is full.
    private mutating func add(_ part: String) {
        let part = String(
            String.UnicodeScalarView(part.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? $0 : "?" }))
        let last = lines.count - 1
        // The line with the name stays one that says something.
        let hasRoom = lines[last].utf8.count + 1 + part.utf8.count <= 78
        let isFirstWord = lines.count == 1 && lines[last].hasSuffix(":")
        if hasRoom || (isFirstWord && part.utf8.count < 900) {
            lines[last] += " \(part)"
        } else {
            lines.append(" \(part)")
        }
    }

    /// The header with its line ends.
    var text: String { lines.map { "\($0)\r\n" }.joined() }
}

extension HeaderLine {
    /// A header with a text for people.
    init(_ name: String, text: String) {
        let line = HeaderText.line(text)
        let words = line.split(separator: " ").map(String.init)
        let mustEncode = EncodedWord.isNeeded(for: line) || words.contains { $0.utf8.count > 70 }
        self.init(name, mustEncode ? EncodedWord.words(line) : words)
    }

    /// A header with a name and an address.
    init(_ name: String, mailbox: Mailbox) {
        self.init(name, Self.phrase(mailbox.name) + ["<\(mailbox.address)>"])
    }

    private static func phrase(_ name: String) -> [String] {
        let line = HeaderText.line(name, longest: 150)
        guard !line.isEmpty else { return [] }
        if EncodedWord.isNeeded(for: line) || line.utf8.count > 70 { return EncodedWord.words(line) }
        let quoted = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return ["\"\(quoted)\""]
    }

    /// A header with a file's name as parameter (RFC 2183), in the form of RFC 2231 if it is not plain ASCII.
    init(_ name: String, value: String, parameter: String, text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) && $0 != "\"" && $0 != "\\" }
        if isPlain, !text.contains("=?"), text.utf8.count <= 60 {
            self.init(name, ["\(value);", "\(parameter)=\"\(text)\""])
            return
        }
        let pieces = Self.percentEncoded(text)
        let extended = pieces.enumerated().map { index, piece in
            pieces.count == 1
                ? "\(parameter)*=UTF-8''\(piece)" : "\(parameter)*\(index)*=\(index == 0 ? "UTF-8''" : "")\(piece)"
        }
        self.init(name, ["\(value);"] + extended.dropLast().map { "\($0);" } + extended.suffix(1))
    }

    /// Returns pieces of at most 50 characters in percent form (RFC 2231 §3, §4). No piece ends within a character.
    private static func percentEncoded(_ text: String) -> [String] {
        var pieces = [""]
        for scalar in text.unicodeScalars {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains(scalar))
            let next = isPlain ? String(scalar) : String(scalar).utf8.map { "%" + hex($0) }.joined()
            if pieces[pieces.count - 1].utf8.count + next.utf8.count > 50 { pieces.append("") }
            pieces[pieces.count - 1] += next
        }
        return pieces
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
