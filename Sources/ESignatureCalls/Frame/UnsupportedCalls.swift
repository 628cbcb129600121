import DocuSignDialect
import HTTPMessages
import ServiceCalls

/// Calls of the eSignature REST API that this service lacks, and whose paths have a word in the place of an id.
///
/// Without these routes, the word would be looked for as an envelope, a template or a recipient.
struct UnsupportedCalls {
    private static let account = "restapi/v2.1/accounts/:accountId"
    private static let paths = [
        "envelopes/transfer_rules", "envelopes/transfer_rules/:ruleId", "envelopes/locks", "envelopes/cache",
        "envelopes/mobile_notifiers",
        "envelopes/:envelopeId/recipients/document_visibility", "templates/auto_match",
        "templates/:templateId/recipients/document_visibility", "connect/secret", "connect/secret/:keyId",
    ]
    private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .delete]

    var routes: [APIRoute] {
        Self.paths.flatMap { path in
            Self.methods.map { method in
                APIRoute(method, "\(Self.account)/\(path)") { request in
                    throw APIError(
                        .resourceNotFound,
                        "The call \(request.method) \(request.path.prefix(200)) is not supported by this service.")
                }
            }
        }
    }
}
