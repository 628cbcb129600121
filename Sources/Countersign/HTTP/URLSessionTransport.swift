import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries calls with URLSession, which takes the system's proxies and trusted certificates.
///
/// Redirects are not followed: a token belongs to one server. Nothing is cached, and no cookies are kept or sent.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// - Parameter answerLimit: the most bytes of an answer's body. Default: 1 GiB.
    public init(answerLimit: Int = 1 << 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // A sync has several envelopes under way, each with several blobs.
        configuration.httpMaximumConnectionsPerHost = 32
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        exchanges = URLSessionExchanges(answerLimit: answerLimit)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        // A session keeps its delegate until it is told that nothing more comes.
        session.finishTasksAndInvalidate()
    }

    public func send(_ call: HTTPCall) async throws -> HTTPReply {
        var request = URLRequest(url: call.url, cachePolicy: .reloadIgnoringLocalCacheData)
        // The initialiser's own parameter has no effect on Linux.
        request.timeoutInterval = call.timeout
        request.httpMethod = call.method
        request.httpShouldHandleCookies = false
        for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
        if !call.body.isEmpty || ["POST", "PUT", "PATCH"].contains(call.method) { request.httpBody = call.body }
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
