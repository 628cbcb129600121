/// The brands of accounts.
public protocol BrandStore: Sendable {
    /// Returns an account's brands in the order of their names, without their logos.
    func brands(of accountID: String) async throws -> [AccountBrand]

    /// Returns a brand with its logo; `nil` if the account has none with this id.
    func brand(_ id: String, of accountID: String) async throws -> AccountBrand?

    /// Returns the brand that an account uses where none is named, with its logo.
    func defaultBrand(of accountID: String) async throws -> AccountBrand?

    /// Stores a new brand or replaces one of the same id. A default brand takes the place of the earlier one.
    ///
    /// - Returns: `false` if the account has ``AccountBrand/mostInAccount`` already, or another one of this name
    func store(_ brand: AccountBrand) async throws -> Bool

    /// Deletes a brand. Returns `false` if there is none.
    func removeBrand(_ id: String, of accountID: String) async throws -> Bool
}

extension BrandStore {
    /// Returns the brand with which an envelope appears: its own, or else the account's default.
    ///
    /// - Parameter id: the envelope's brand; `nil` for none
    public func look(_ id: String?, of accountID: String) async throws -> AccountBrand? {
        if let id, let own = try await brand(id, of: accountID) { return own }
        return try await defaultBrand(of: accountID)
    }
}
