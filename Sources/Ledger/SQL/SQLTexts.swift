/// Placeholders for a list of values in a statement.
enum SQLPlaces {
    /// Returns `?, ?, ?`, or `NULL` for an empty list, which equals nothing.
    static func list(_ count: Int) -> String {
        count == 0 ? "NULL" : Array(repeating: "?", count: count).joined(separator: ", ")
    }
}

/// Patterns for `LIKE … ESCAPE '\\'`.
enum SQLPattern {
    /// Returns the pattern for all texts that contain this one.
    static func containing(_ text: String) -> String {
        var pattern = "%"
        for character in text {
            if "%_\\".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern + "%"
    }
}
