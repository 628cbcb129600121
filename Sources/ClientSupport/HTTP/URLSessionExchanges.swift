import DescribedErrors
import Essentials
import Foundation
import HTTPMessages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The calls in progress in a URLSession, with the parts of their answers received so far.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<HTTPReply, any Error>
        var response: HTTPURLResponse?
        var body = Data()
        var isTooLarge = false
    }

    private let underWay = Locked<[Int: Exchange]>([:])
    private let answerLimit: Int

    init(answerLimit: Int) {
        self.answerLimit = answerLimit
    }

    func begin(_ task: URLSessionTask, _ continuation: CheckedContinuation<HTTPReply, any Error>) {
        underWay.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
    }

    /// Returns the redirect itself as the answer.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        underWay.withLock { $0[task.taskIdentifier]?.response = response }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        underWay.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = underWay.withLock { exchanges in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            // Removed from the table while it grows, so that its bytes are not copied.
            if exchange.body.count + data.count > answerLimit { exchange.isTooLarge = true }
            if !exchange.isTooLarge { exchange.body.append(data) }
            exchanges[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let exchange = ended else { return }
        exchange.continuation.resume(with: result(of: exchange, error ?? task.error))
    }

    private func result(of exchange: Exchange, _ error: (any Error)?) -> Result<HTTPReply, any Error> {
        if exchange.isTooLarge {
            return .failure(
                ClientError.unreadableAnswer(what: "it has more than \(answerLimit) bytes"))
        }
        if let error {
            if (error as? URLError)?.code == .cancelled { return .failure(CancellationError()) }
            return .failure(
                ClientError.unreachable(reason: error.localizedDescription, underlying: UnderlyingError(error)))
        }
        guard let response = exchange.response else {
            return .failure(ClientError.unreachable(reason: "the connection ended without an answer"))
        }
        var headers: HTTPFields = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[named: name] = value }
        }
        return .success(HTTPReply(status: response.statusCode, headers: headers, body: exchange.body))
    }
}
