import Countersign
import Foundation
import HTTPMessages

extension CeremonyVisit {
    /// Opens a signing URL on a running service over HTTP.
    ///
    ///     let visit = try await CeremonyVisit.open(url, over: URLSessionTransport())
    ///
    /// - Throws: ``Refusal``, with the event `ttl_expired` as its code if the link was used or has expired; the
    ///   transport's errors
    public static func open(_ url: URL, over transport: any HTTPTransport) async throws -> CeremonyVisit {
        let reply = try await transport.send(HTTPCall(url: url))
        let place = reply.headers[.location]
        guard reply.status == 303, let place, let page = URL(string: place, relativeTo: url), page.host() == url.host(),
            page.path().hasPrefix("/ceremony/"),
            let cookie = reply.headers[.setCookie]?.prefix(while: { $0 != ";" })
        else {
            throw Refusal(
                status: reply.status, code: place.flatMap(event) ?? "invalid_link",
                message: "The signing link does not open a page.")
        }
        return CeremonyVisit { call in
            guard let address = call.head.path.flatMap({ URL(string: $0, relativeTo: page) }) else {
                throw URLError(.badURL)
            }
            var headers = call.headers
            headers[.cookie] = String(cookie)
            return try await transport.send(
                HTTPCall(call.method, url: address.absoluteURL, headers: headers, body: call.body))
        }
    }
}
