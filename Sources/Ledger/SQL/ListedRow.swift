/// A row of a list: which one, and how large what it holds is. What it holds is not read.
struct ListedRow {
    let id: String
    let bytes: Int

    /// Reads rows of `id` and `bytes`.
    static func all(
        _ connection: any SQLConnection, _ query: String, _ values: [any SQLConvertible]
    ) throws -> [ListedRow] {
        try connection.rows(query, values).map { ListedRow(id: try $0["id"], bytes: try $0["bytes"]) }
    }
}

extension [ListedRow] {
    /// The ids of as many rows as have no more bytes together; of one at least, so that whoever goes on gets ahead.
    func ids(within limit: Int?) -> [String] {
        guard let limit else { return map(\.id) }
        var sum = 0
        return enumerated().prefix { index, row in
            sum += row.bytes
            return index == 0 || sum <= limit
        }.map(\.element.id)
    }
}
