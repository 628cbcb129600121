extension SQLBrandStore {
    /// Returns the brand with which an envelope appears: its own, or else the account's default.
    ///
    /// - Parameter id: the envelope's brand; `nil` for none
    public func look(_ id: String?, of accountID: String) async throws -> AccountBrand? {
        if let id, let own = try await brand(id, of: accountID) { return own }
        return try await defaultBrand(of: accountID)
    }
}
