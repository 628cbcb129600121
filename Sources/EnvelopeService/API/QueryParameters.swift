import DocuSignDialect

extension ServiceCall {
    /// The parameters of the query that ask for something and that a call does not read, each noted as `?name`.
    ///
    /// - Parameters:
    ///   - read: those that the call reads.
    ///   - refused: those that would make it another answer.
    ///   - ignored: where they are noted beside the members of the body.
    /// - Throws: `APIError` `INVALID_REQUEST_PARAMETER` naming one that is refused.
    func checkQuery(
        reading read: Set<String> = [], refusing refused: Set<String> = [],
        noting ignored: IgnoredMembers = IgnoredMembers()
    ) throws(APIError) -> IgnoredMembers {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) where !read.contains(name) {
            // As in bodies: an identifier may be 0, and otherwise 0 and false ask for nothing.
            guard !value.isEmpty, name.hasSuffix("_id") || !["0", "false"].contains(value.lowercased()) else {
                continue
            }
            if refused.contains(name) {
                throw APIError(
                    .invalidRequestParameter, "The query parameter \(name) is not supported by this service.")
            }
            ignored.note("?" + name)
        }
        return ignored
    }
}
