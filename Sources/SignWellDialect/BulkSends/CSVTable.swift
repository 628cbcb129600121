import Foundation

/// A table of texts separated by commas (RFC 4180), with names in its first row.
package struct CSVTable: Hashable, Sendable {
    package var columns: [String]
    /// Each as long as ``columns``.
    package var rows: [[String]]

    package init(columns: [String], rows: [[String]] = []) {
        self.columns = columns
        self.rows = rows
    }

    /// The largest table that is read, in bytes.
    package static let largest = 4 * 1024 * 1024
    package static let mostRows = 500

    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case notText
        case tooLarge
        case openQuote
        case noRows
        case tooManyRows
        /// `row` counts from 1, without the names.
        case unevenRow(Int)
        case repeatedColumn(String)

        package var description: String {
            switch self {
            case .notText: "The file is not text in UTF-8."
            case .tooLarge: "The file is larger than \(CSVTable.largest / 1_048_576) MB."
            case .openQuote: "A quotation mark is not closed."
            case .noRows: "The file has no row below its names."
            case .tooManyRows: "The file has more than \(CSVTable.mostRows) rows."
            case .unevenRow(let row): "Row \(row) has more columns than there are names."
            case .repeatedColumn(let name): "The column “\(name.prefix(100))” is there more than once."
            }
        }
    }

    package init(_ data: Data) throws(Problem) {
        guard data.count <= Self.largest else { throw .tooLarge }
        guard var text = String(bytes: data, encoding: .utf8) else { throw .notText }
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        var lines = try Self.lines(text).filter { $0.contains { !$0.isEmpty } }
        guard !lines.isEmpty else { throw .noRows }
        columns = lines.removeFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        guard !lines.isEmpty else { throw .noRows }
        guard lines.count <= Self.mostRows else { throw .tooManyRows }
        for (index, name) in columns.enumerated() where columns[..<index].contains(name) {
            throw .repeatedColumn(name)
        }
        rows = []
        for (index, line) in lines.enumerated() {
            guard line.count <= columns.count else { throw .unevenRow(index + 1) }
            rows.append(line + Array(repeating: "", count: columns.count - line.count))
        }
    }

    private static func lines(_ text: String) throws(Problem) -> [[String]] {
        var lines: [[String]] = []
        var line: [String] = []
        var entry = ""
        var isQuoted = false
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if isQuoted {
                if character == "\"", next < text.endIndex, text[next] == "\"" {
                    entry.append("\"")
                    index = text.index(after: next)
                    continue
                }
                if character == "\"" { isQuoted = false } else { entry.append(character) }
            } else if character == "\"", entry.isEmpty {
                isQuoted = true
            } else if character == "," {
                line.append(entry)
                entry = ""
            } else if character.isNewline {
                lines.append(line + [entry])
                line = []
                entry = ""
            } else {
                entry.append(character)
            }
            index = next
        }
        guard !isQuoted else { throw .openQuote }
        if !entry.isEmpty || !line.isEmpty { lines.append(line + [entry]) }
        return lines
    }

    /// The table as text, each line with its end.
    package var data: Data {
        let lines = ([columns] + rows).map { line in
            line.map { entry in
                entry.contains(where: { ",\"".contains($0) || $0.isNewline })
                    ? "\"" + entry.replacing("\"", with: "\"\"") + "\"" : entry
            }.joined(separator: ",")
        }
        return Data((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }
}
