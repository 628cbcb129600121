import EnvelopeService
import Foundation
import HTTPMessages

// The module has tokens of its own.
import enum Countersign.CountersignError
import protocol Countersign.HTTPTransport

extension ServiceStandIn: HTTPTransport {
    /// Answers a call to ``address``. Calls to any other address get no answer.
    public func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        try Task.checkCancellation()
        guard call.url?.host() == address.host(), call.url?.port == address.port else {
            throw CountersignError.unreachable(reason: "There is no server at \(call.url?.host() ?? "this address").")
        }
        let (method, path) = (call.method.rawValue, call.path)
        let faults = hits(method, path)
        for case .slow(let duration) in faults {
            let patience = Duration.seconds(timeout)
            try await Task.sleep(for: min(duration, patience))
            guard duration < patience else {
                note(method, path, status: nil)
                throw CountersignError.unreachable(reason: "The server did not answer in time.")
            }
        }
        if faults.contains(.offline) {
            note(method, path, status: nil)
            throw CountersignError.unreachable(reason: "The network is switched off.")
        }
        if let refusal = Self.refusal(faults) {
            note(method, path, status: refusal.status)
            return refusal
        }
        let request = ServiceCall(call, remoteAddress: "127.0.0.1", base: address)
        // Simulates that somebody else opened the link a moment earlier.
        if faults.contains(.expiredLink) { _ = await service.answer(request) }
        var reply = await service.answer(request)
        note(method, path, status: reply.status)
        try Task.checkCancellation()
        if faults.contains(.answerLost) {
            throw CountersignError.unreachable(reason: "The connection was lost before the answer came.")
        }
        reply.headers[.date] = Self.httpDate(now)
        return reply
    }

    private static func refusal(_ faults: [ServiceFault]) -> HTTPReply? {
        for fault in faults {
            switch fault {
            case .unauthorized:
                return reply(
                    401, "AUTHORIZATION_INVALID_TOKEN", "The access token is not known to this service.",
                    [.wwwAuthenticate: "Bearer"])
            case .serverError(let status):
                return reply(status, "UNSPECIFIED_ERROR", "The service cannot answer at this moment.")
            default: continue
            }
        }
        return nil
    }

    private static func reply(
        _ status: Int, _ code: String, _ message: String, _ headers: HTTPFields = [:]
    ) -> HTTPReply {
        var reply = (try? APIRefusal(status, code, message).answer()) ?? HTTPReply(status: status)
        reply.headers = reply.headers.replacing(headers)
        return reply
    }

    /// Returns a date in the HTTP format (RFC 9110 §5.6.7): `Sat, 21 Nov 2026 09:15:00 GMT`.
    private static func httpDate(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
