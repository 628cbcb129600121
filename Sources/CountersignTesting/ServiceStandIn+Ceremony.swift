import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages

extension ServiceStandIn {
    /// Opens a recipient's signing page, as if they followed a link from elsewhere. Faults do not apply.
    public func openCeremony(
        of envelope: EnvelopeID, recipient: RecipientID, returningTo returnURL: URL? = nil
    ) async throws -> CeremonyVisit {
        let url = try await service.signingURL(
            for: recipient, of: envelope, returningTo: returnURL ?? address.appending(path: "done"))
        return try await openCeremony(url)
    }

    /// Opens a signing URL that the service issued. Faults do not apply to the page; only ``ServiceFault/expiredLink``
    /// applies to the link.
    ///
    /// - Throws: ``CeremonyVisit/Refusal``; its code is the event `ttl_expired` if the link was used or has expired
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
