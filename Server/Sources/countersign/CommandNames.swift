/// Suggestions for mistyped names.
enum CommandNames {
    /// Returns the name nearest to the typed one if it is one or two letters off.
    static func suggestion(for typed: String, among names: [String]) -> String? {
        let near = names.map { ($0, distance(Array(typed.lowercased().prefix(40)), Array($0))) }.min { $0.1 < $1.1 }
        return near.flatMap { $0.1 <= ($0.0.count > 4 ? 2 : 1) ? $0.0 : nil }
    }

    /// Returns the number of insertions, deletions, substitutions, and swaps of neighbors (optimal string alignment).
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var rows = [Array(0...other.count)]
        for (i, a) in one.enumerated() {
            var row = [i + 1]
            for (j, b) in other.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == other[j - 1], one[i - 1] == b { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
