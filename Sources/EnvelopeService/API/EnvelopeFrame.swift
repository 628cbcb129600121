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

    public var hidesMethods: Bool { true }

    public func admit(_ call: inout ServiceCall, to route: APIRoute, _: Void) async throws {
        guard route.needsToken else { return }
        call.identity = try await tokens.identity(
            authorization: call.headers[.authorization], account: call.parameters["accountId"],
            onBehalfOf: call.headers[named: "X-DocuSign-Act-On-Behalf"])
    }

    public func reply(to error: any Error, _ call: ServiceCall, _: Void) async -> HTTPReply {
        if APIRefusal.isFault(error, path: call.path) { report(error, call.trace) }
        let refusal = APIRefusal(error, path: call.path) ?? .failure(trace: call.trace)
        return (try? refusal.answer(to: error)) ?? HTTPReply(status: refusal.status)
    }
}
