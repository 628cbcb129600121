import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends calls with URLSession, using the system's proxies and trusted certificates.
///
/// Redirects are not followed, because a token belongs to one server. Nothing is cached, and no cookies are stored or
/// sent.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// - Parameter answerLimit: the maximum size of an answer's body in bytes; default: 1 GiB
    public init(answerLimit: Int = 1 << 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // A sync uploads several envelopes in parallel, each with several blobs.
        configuration.httpMaximumConnectionsPerHost = 32
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        exchanges = URLSessionExchanges(answerLimit: answerLimit)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        // A session retains its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
    }

    /// Throws ``ClientError/unreachable(reason:underlying:)`` for a call without a full URL, and if there is no answer;
    /// ``ClientError/unreadableAnswer(what:)`` if the answer is too large; `CancellationError` if it is cancelled.
    public func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        guard let url = call.url else {
            throw ClientError.unreachable(reason: "the call has no address")
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        // The initializer's own parameter has no effect on Linux.
        request.timeoutInterval = timeout
        request.httpMethod = call.method.rawValue
        request.httpShouldHandleCookies = false
        for (name, value) in call.headers.byName { request.setValue(value, forHTTPHeaderField: name) }
        if !call.body.isEmpty || [.post, .put, .patch].contains(call.method) { request.httpBody = call.body }
        try Task.checkCancellation()
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}
