/// The API applications of accounts.
public protocol ApplicationStore: Sendable {
    /// Returns an account's applications, oldest first; those of every account for `nil`.
    func applications(of accountID: String?) async throws -> [APIApplication]

    /// Returns an application; `nil` if the account has none with this id.
    func application(_ id: String, of accountID: String) async throws -> APIApplication?

    /// Stores a new application, or replaces the one with its id.
    func store(_ application: APIApplication) async throws

    /// Deletes an application; from then on no page may show its signing pages. Returns `false` if there is none.
    func removeApplication(_ id: String, of accountID: String) async throws -> Bool
}
