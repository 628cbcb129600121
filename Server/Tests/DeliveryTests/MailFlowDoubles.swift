import Envelopes
import Foundation
import Mail
import Synchronization

@testable import Delivery

/// A mail server that a test sets: it accepts, refuses for good, or is full.
final class TestMailServer: MailTransport {
    private let state = Mutex<(sent: [MailMessage], answer: MailFailure?, takesDocuments: Bool)>(([], nil, true))

    var sent: [MailMessage] { state.withLock { $0.sent } }

    func answer(with failure: MailFailure?) { state.withLock { $0.answer = failure } }

    func forget() { state.withLock { $0.sent = [] } }

    /// Refuses messages with documents, as too large.
    func refuseDocuments() { state.withLock { $0.takesDocuments = false } }

    func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt {
        let failure: MailFailure? = state.withLock { state in
            guard state.takesDocuments || message.attachments.isEmpty else {
                return .permanent(code: 552, text: "5.3.4 Message size exceeds fixed limit")
            }
            if state.answer == nil { state.sent.append(message) }
            return state.answer
        }
        if let failure { throw failure }
        return MailReceipt(server: "mx.example.org:25", answer: "250 ok")
    }
}

/// The wishes of an account and its user, which a test sets.
final class Wishes: Sendable {
    private let state = Mutex((notices: SenderNotices(), appearance: AccountAppearance(name: "Example Ltd")))

    var notices: SenderNotices {
        get { state.withLock { $0.notices } }
        set { state.withLock { $0.notices = newValue } }
    }

    var appearance: AccountAppearance {
        get { state.withLock { $0.appearance } }
        set { state.withLock { $0.appearance = newValue } }
    }
}

/// The envelopes that the service was asked to seal.
final class SealedEnvelopes: Sendable {
    private let ids = Mutex<[EnvelopeID]>([])

    var all: [EnvelopeID] { ids.withLock { $0 } }

    func add(_ id: EnvelopeID) { ids.withLock { $0.append(id) } }
}
