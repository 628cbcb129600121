/// Places for a list of values in a statement.
enum SQLPlaces {
    /// `?, ?, ?`; a list without values has nothing that is equal to anything.
    static func list(_ count: Int) -> String {
        count == 0 ? "NULL" : Array(repeating: "?", count: count).joined(separator: ", ")
    }
}

/// Patterns for `LIKE … ESCAPE '\\'`.
enum SQLPattern {
    /// Every text that contains this one.
    static func containing(_ text: String) -> String {
        var pattern = "%"
        for character in text {
            if "%_\\".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern + "%"
    }
}
