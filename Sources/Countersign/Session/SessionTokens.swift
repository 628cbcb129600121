/// A session's access token, and the single renewal that all calls in flight await.
actor SessionTokens {
    typealias Renewal = @Sendable () async throws(CountersignError) -> String

    /// The source of tokens.
    enum Source: Sendable {
        /// No token: the session continues offline.
        case none
        /// One token. Once the server rejects it, a new log-in is needed.
        case fixed(String)
        /// An optional first token, and a way to renew it.
        case renewable(String?, Renewal)
    }

    /// Whether there is a token or a way to get one.
    nonisolated let canGiveTokens: Bool
    private var token: String?
    private let renew: Renewal?
    private var renewal: Task<Result<String, CountersignError>, Never>?

    init(_ source: Source) {
        canGiveTokens = if case .none = source { false } else { true }
        switch source {
        case .none: (token, renew) = (nil, nil)
        case .fixed(let token): (self.token, renew) = (token, nil)
        case .renewable(let token, let renew): (self.token, self.renew) = (token, renew)
        }
    }

    /// Returns the current token.
    ///
    /// - Throws: ``CountersignError/needsLogIn`` if there is no token and no way to get one
    func current() async throws(CountersignError) -> String {
        if let token, renewal == nil { return token }
        guard let token = try await renewed(after: nil) else { throw .needsLogIn }
        return token
    }

    /// Returns another token after the server rejected one; `nil` if none is available.
    ///
    /// - Parameter refused: the rejected token. If the current token is already a different one, it is returned without
    ///   a renewal.
    func renewed(after refused: String?) async throws(CountersignError) -> String? {
        if let renewal { return try await renewal.value.get() }
        if let token, token != refused { return token }
        guard let renew else { return nil }
        // Not a child task of the first caller: cancelling that call must not cancel the renewal for the others.
        let renewal = Task {
            let result: Result<String, CountersignError>
            do throws(CountersignError) {
                result = .success(try await renew())
            } catch {
                result = .failure(error)
            }
            finish(result)
            return result
        }
        self.renewal = renewal
        return try await renewal.value.get()
    }

    private func finish(_ result: Result<String, CountersignError>) {
        if case .success(let token) = result { self.token = token }
        renewal = nil
    }
}
