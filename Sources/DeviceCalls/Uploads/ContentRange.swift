/// The header `Content-Range` of an uploaded part (RFC 9110 §14.4): `bytes 0-1048575/3145728`, or `bytes */3145728` for
/// an empty part.
struct ContentRange: Equatable {
    /// The range; `nil` for an empty part.
    let bytes: Range<Int>?
    let total: Int

    /// Returns `nil` for any other text, and for a range beyond the whole.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let total = Self.number(sides[1]), total > 0 else { return nil }
        self.total = total
        guard sides[0] != "*" else {
            bytes = nil
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < total else { return nil }
        bytes = first..<last + 1
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 15, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
