/// The hooks of accounts.
public protocol HookStore: Sendable {
    /// Returns the hooks of an account, oldest first.
    func hooks(of accountID: String) async throws -> [Hook]

    /// Returns a hook by its id; `nil` if the account has none with it.
    func hook(_ id: Secret, of accountID: String) async throws -> Hook?

    /// Stores a new hook and assigns its number. Returns `nil` if the account has ``Hook/mostInAccount`` already.
    func add(_ hook: Hook, id: Secret) async throws -> Hook?

    /// Deletes a hook. Returns `false` if there is none.
    func remove(_ number: Int, of accountID: String) async throws -> Bool
}
