import Accounts
import DocuSignDialect
import HTTPMessages
import ServiceCalls

/// What the eSignature API's calls have in common: an access token, and the shape of errors. Pages and the service's other
/// calls share it, without a token.
public struct EnvelopeFrame: CallFrame {
    let tokens: any AccessTokens
    /// Called for failures of the service itself, with the trace that the answer names.
    let report: @Sendable (any Error, String?) -> Void

    /// `true`: without a token, a path that needs one answers 401 to any method.
    public var hidesMethods: Bool { true }

    /// Looks up the access token or the password of a route that needs one, and the account in its path.
    public func admit(_ call: inout ServiceCall, to route: APIRoute, _: Void) async throws {
        guard route.needsToken else { return }
        call.identity = try await tokens.identity(of: call)
    }

    /// Returns the error in the shape of the eSignature API, and reports failures of the service.
    public func reply(to error: any Error, _ call: ServiceCall, _: Void) async -> HTTPReply {
        if APIRefusal.isFault(error, path: call.path) { report(error, call.trace) }
        let refusal = APIRefusal(error, path: call.path) ?? .failure(trace: call.trace)
        return (try? refusal.answer(to: error)) ?? HTTPReply(status: refusal.status)
    }
}
