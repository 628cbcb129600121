import DocuSignDialect
import Envelopes
import Foundation
import HTTPMessages

extension APIClient {
    /// Returns one page of the account's envelopes.
    public func envelopes(_ filter: EnvelopeSummary.Filter = EnvelopeSummary.Filter()) async throws(CountersignError)
        -> EnvelopeSummary.Page
    {
        let from = filter.changedFrom ?? Date(timeIntervalSinceNow: -30 * 86_400)
        var query = [
            URLQueryItem(name: "from_date", value: WireDate.text(from)),
            URLQueryItem(name: "start_position", value: String(max(0, filter.start))),
            URLQueryItem(name: "count", value: String(max(1, filter.count))),
            URLQueryItem(name: "order", value: filter.oldestFirst ? "asc" : "desc"),
            URLQueryItem(name: "order_by", value: "status_changed"),
        ]
        if let to = filter.changedTo { query.append(URLQueryItem(name: "to_date", value: WireDate.text(to))) }
        if !filter.statuses.isEmpty {
            let names = filter.statuses.map(\.rawValue).sorted().joined(separator: ",")
            query.append(URLQueryItem(name: "status", value: names))
        }
        return try await answer(EnvelopeSummary.Page.self, to: APIRequest(.get, ["envelopes"], query: query))
    }

    /// Returns an envelope as it is on the server now (`GET …/envelopes/{id}`).
    ///
    /// - Throws: ``CountersignError/refused(status:code:message:trace:)`` if the account has no such envelope
    public func envelope(_ id: EnvelopeID) async throws(CountersignError) -> EnvelopeSummary {
        try await answer(EnvelopeSummary.self, to: APIRequest(.get, ["envelopes", id.rawValue]))
    }

    /// Returns every recipient, one kind after the other, as the server lists them (`GET …/envelopes/{id}/recipients`).
    public func recipients(of id: EnvelopeID) async throws(CountersignError) -> [EnvelopeRecipient] {
        try await recipients(of: id, timeout: nil, retrying: true)
    }

    /// - Parameters:
    ///   - timeout: in seconds; `nil` for the configured timeout
    ///   - retrying: whether the request is retried if the server does not answer
    func recipients(
        of id: EnvelopeID, timeout: TimeInterval?, retrying: Bool
    ) async throws(CountersignError) -> [EnvelopeRecipient] {
        let request = APIRequest(.get, ["envelopes", id.rawValue, "recipients"], isRepeatable: retrying)
        return try await send(request, timeout: timeout).decoded(RecipientsAnswer.self).recipients
    }

    /// Sends a draft: `PUT …/envelopes/{id}` with the status `sent`.
    func sendDraft(_ id: EnvelopeID) async throws(CountersignError) {
        let update = Wire.EnvelopeUpdate(status: "sent")
        _ = try await send(try APIRequest(.put, ["envelopes", id.rawValue], json: update))
    }

    /// Voids an envelope. Nobody can sign it after that.
    ///
    /// - Parameter reason: shown to the recipients; must not be empty
    /// - Throws: the server's error `ENVELOPE_CANNOT_VOID_INVALID_STATE` if the envelope is a draft or finished
    public func void(_ id: EnvelopeID, reason: String) async throws(CountersignError) {
        let update = Wire.EnvelopeUpdate(status: "voided", voidedReason: reason)
        _ = try await send(try APIRequest(.put, ["envelopes", id.rawValue], json: update))
    }

    /// Returns the documents, and the certificate of completion if there is one (`GET …/envelopes/{id}/documents`).
    public func files(of id: EnvelopeID) async throws(CountersignError) -> [EnvelopeFile] {
        try await answer(FilesAnswer.self, to: APIRequest(.get, ["envelopes", id.rawValue, "documents"])).files
    }

    /// Downloads documents of an envelope as a PDF.
    public func download(_ what: EnvelopeFile.Selection, of id: EnvelopeID) async throws(CountersignError) -> Data {
        var query: [URLQueryItem] = []
        let name: String
        switch what {
        case .combined(let withCertificate):
            name = "combined"
            query.append(URLQueryItem(name: "certificate", value: withCertificate ? "true" : "false"))
        case .document(let id): name = id
        case .certificate: name = "certificate"
        }
        let request = APIRequest(
            .get, ["envelopes", id.rawValue, "documents", name], query: query,
            headers: [.accept: "application/pdf"])
        let reply = try await send(request)
        guard reply.body.starts(with: Data("%PDF-".utf8)) else {
            throw .unreadableAnswer(what: "the document is not a PDF", trace: reply.trace)
        }
        return reply.body
    }
}
