import DocuSignDialect
import EnvelopeWork
import Envelopes

extension ConnectSettings {
    /// - Throws: `APIError` for a URL that may not be called
    func require(_ url: String) throws(APIError) {
        guard let problem = problem(with: url) else { return }
        if case .notHTTPS = problem { throw APIError(.httpsRequired, problem.description) }
        throw APIError(.invalidRequestParameter, problem.description)
    }

    /// - Throws: `APIError` for the first URL that may not be called
    func require(_ notifications: [ConnectNotification]) throws(APIError) {
        for notification in notifications { try require(notification.url) }
    }
}
