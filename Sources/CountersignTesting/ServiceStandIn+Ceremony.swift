import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages

extension ServiceStandIn {
    /// Opens the signing page of a recipient, as if they followed a link from somewhere else. No fault hits it.
    public func openCeremony(
        of envelope: EnvelopeID, recipient: RecipientID, returningTo returnURL: URL? = nil
    ) async throws -> CeremonyVisit {
        let url = try await service.signingURL(
            for: recipient, of: envelope, returningTo: returnURL ?? address.appending(path: "done"))
        return try await openCeremony(url)
    }

    /// Opens a signing URL that the service gave out. No fault hits what happens on the page; only
    /// ``ServiceFault/expiredLink`` hits the link.
    ///
    /// - Throws: ``CeremonyVisit/Refusal``; for a link that was used or is too old with the event `ttl_expired` as its
    ///   code.
    public func openCeremony(_ url: URL) async throws -> CeremonyVisit {
        let path = url.path(percentEncoded: true)
        let request = self.request(HTTPCall(.get, path))
        if hits("GET", path).contains(.expiredLink) { _ = await service.answer(request) }
        let answer = await service.answer(request)
        guard answer.status == 303, let place = answer.headers[.location], place.hasPrefix("/ceremony/"),
            let cookie = answer.headers[.setCookie]?.prefix(while: { $0 != ";" })
        else {
            let event = answer.headers[.location].flatMap(CeremonyVisit.event)
            throw CeremonyVisit.Refusal(
                status: answer.status, code: event ?? "invalid_link", message: "The signing link does not open a page.")
        }
        return CeremonyVisit { [self] call in
            var call = call
            call.head.path = place + (call.head.path ?? "")
            call.headers[.cookie] = String(cookie)
            return await service.answer(self.request(call))
        }
    }

    private func request(_ call: HTTPCall) -> ServiceCall {
        ServiceCall(call, remoteAddress: "127.0.0.1", base: address)
    }
}
