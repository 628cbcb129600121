/// A row of a list: its id and the size of its content, which is not read.
struct ListedRow {
    let id: String
    let bytes: Int

    /// Reads rows with the columns `id` and `bytes`.
    static func all(
        _ connection: any SQLConnection, _ query: String, _ values: [any SQLConvertible]
    ) throws -> [ListedRow] {
        try connection.rows(query, values).map { ListedRow(id: try $0["id"], bytes: try $0["bytes"]) }
    }
}

extension [ListedRow] {
    /// Returns the ids of the first rows that fit within a limit of bytes, but at least one, so that paging always
    /// advances.
    func ids(within limit: Int?) -> [String] {
        guard let limit else { return map(\.id) }
        var sum = 0
        return enumerated().prefix { index, row in
            sum += row.bytes
            return index == 0 || sum <= limit
        }.map(\.element.id)
    }
}
