/// A table of a schema and its primary key, as the schema declares them.
public struct SQLTableKey: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// The columns of the primary key, in its order.
    public let columns: [String]
    /// Whether the key numbers the rows.
    public let isNumbered: Bool

    init?(declaration: Substring) {
        guard let name = declaration.firstMatch(of: /^\s*CREATE TABLE (\w+) \(/)?.1 else { return nil }
        table = String(name)
        if let numbered = declaration.firstMatch(of: /(\w+) NUMBERED KEY/)?.1 {
            (columns, isNumbered) = ([String(numbered)], true)
        } else if let whole = declaration.firstMatch(of: /PRIMARY KEY \(([\w, ]+)\)/)?.1 {
            (columns, isNumbered) = (whole.split(separator: ", ").map(String.init), false)
        } else if let own = declaration.firstMatch(of: /(\w+) (?:TEXT|BIGINT|BYTES)(?: NOT NULL)? PRIMARY KEY/)?.1 {
            (columns, isNumbered) = ([String(own)], false)
        } else {
            return nil
        }
    }
}

extension SQLSchema {
    /// The tables, each after those that it refers to.
    public var tables: [SQLTableKey] {
        steps.flatMap { $0.statements.split(separator: ";") }.compactMap(SQLTableKey.init(declaration:))
    }
}
