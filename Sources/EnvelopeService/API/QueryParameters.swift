import DocuSignDialect

extension ServiceCall {
    /// Records the query parameters that the call does not support, each as `?name`. Parameters without effect are
    /// skipped.
    ///
    /// - Parameters:
    ///   - read: the supported parameters
    ///   - refused: unsupported parameters that would change the response
    ///   - ignored: the record, shared with ignored members of the body
    /// - Throws: `APIError` `INVALID_REQUEST_PARAMETER` naming a parameter in `refused`
    func checkQuery(
        reading read: Set<String> = [], refusing refused: Set<String> = [],
        noting ignored: IgnoredMembers = IgnoredMembers()
    ) throws(APIError) -> IgnoredMembers {
        for (name, value) in query.sorted(by: { $0.key < $1.key }) where !read.contains(name) {
            // As in bodies, 0 and false have no effect, except that an identifier may be 0.
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
