import Envelopes
import Foundation
import HTTPMessages
import Words

extension HTTPReply {
    /// Returns an error response in the form that the page reads:
    /// `{"error":{"code","message","facts"?,"fields"?,"pages"?,"redirect"?}}`.
    ///
    /// - Parameters:
    ///   - message: one sentence for the person at the page
    ///   - facts: what the sentence names
    public static func pageRefusal(
        status: Int, code: String, message: String, facts: [String: Fact] = [:], fields: [String]? = nil,
        pages: [DocumentPage]? = nil, redirect: String? = nil
    ) -> HTTPReply {
        struct Answer: Encodable {
            struct Detail: Encodable {
                let code: String
                let message: String
                let facts: [String: Fact]?
                let fields: [String]?
                let pages: [DocumentPage]?
                let redirect: String?
            }
            let error: Detail
        }
        let detail = Answer.Detail(
            code: code, message: message, facts: facts.isEmpty ? nil : facts, fields: fields, pages: pages,
            redirect: redirect)
        return (try? json(Answer(error: detail), status: status)) ?? HTTPReply(status: status)
    }

    /// Returns an error response with a sentence of the catalogs.
    ///
    /// - Parameter key: the sentence's key in the section of refusals
    package static func pageRefusal(
        status: Int, code: String, saying key: String, _ facts: [String: Fact] = [:], in language: Language,
        redirect: String? = nil
    ) -> HTTPReply {
        pageRefusal(
            status: status, code: code, message: Catalog.of(language).sentence(.refusals, key, facts) ?? key,
            redirect: redirect)
    }

    /// Returns the response to a request with an expired session, for the carrier that keeps the sessions.
    public static func sessionTimeout(
        returningTo address: ReturnAddress, configuration: CeremonyConfiguration = CeremonyConfiguration(),
        in language: Language = .english
    ) -> HTTPReply {
        pageRefusal(
            status: 401, code: "session_timeout", saying: "session-timeout", in: language,
            redirect: address.location(for: .sessionTimeout)
        ).secured(configuration)
    }

    /// Returns the response with headers that protect the page from misuse.
    public func secured(_ configuration: CeremonyConfiguration) -> HTTPReply {
        var reply = self
        reply.headers[.contentSecurityPolicy] = configuration.contentSecurityPolicy
        reply.headers[.xContentTypeOptions] = "nosniff"
        reply.headers[named: "Referrer-Policy"] = "no-referrer"
        reply.headers[.crossOriginResourcePolicy] = "same-origin"
        if reply.headers[.cacheControl] == nil { reply.headers[.cacheControl] = "no-store" }
        return reply
    }
}
