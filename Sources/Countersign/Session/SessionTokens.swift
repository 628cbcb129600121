/// A session's access token, and the one renewal that all calls in flight wait for.
actor SessionTokens {
    typealias Renewal = @Sendable () async throws(CountersignError) -> String

    /// Where tokens come from.
    enum Source: Sendable {
        /// There is none: the session goes on without a network.
        case none
        /// One token; when the server takes it no more, a fresh log-in is needed.
        case fixed(String)
        /// A first token if there is one, and a way to another.
        case renewable(String?, Renewal)
    }

    /// Whether there is a token, or a way to one.
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

    /// The token to use now.
    ///
    /// - Throws: ``CountersignError/needsLogIn`` where there is none and none can be had.
    func current() async throws(CountersignError) -> String {
        if let token, renewal == nil { return token }
        guard let token = try await renewed(after: nil) else { throw .needsLogIn }
        return token
    }

    /// Another token after the server refused one; nil where there is none to be had.
    ///
    /// - Parameter refused: the token that the server did not take. When the current one is another already, that is
    ///   given, and nobody is asked.
    func renewed(after refused: String?) async throws(CountersignError) -> String? {
        if let renewal { return try await renewal.value.get() }
        if let token, token != refused { return token }
        guard let renew else { return nil }
        // Not a child of whoever asked first: cancelling their call must not take the token from the others.
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
