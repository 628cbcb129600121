import ClientSupport
import Foundation
import HTTPMessages

/// One file on a server of its own, beside everything else.
struct FileBeside: HTTPTransport {
    let url: URL
    let body: Data
    let others: any HTTPTransport

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        if call.url == url { return HTTPReply(status: 200, body: body) }
        return call.url?.host() == url.host() ? HTTPReply(status: 404) : try await others.send(call, timeout: timeout)
    }
}
