import Composing
import Envelopes

extension DraftProblem {
    /// What a correction would change and must not; `nil` for what is reported elsewhere: a problem of the definition,
    /// and a lock, which may be gone by the time the correction is made.
    init?(correcting error: EnvelopeError) {
        switch error {
        case .alreadyFinished(let id): self.init(code: "already-finished", place: .recipient(id, .name))
        case .orderPassed(let id, let order):
            self.init(code: "order-passed", place: .recipient(id, .routingOrder), facts: ["order": String(order)])
        case .documentOpened: self.init(code: "document-opened", place: .documents)
        case .documentsFixed: self.init(code: "documents-fixed", place: .documents)
        case .fieldsFixed: self.init(code: "fields-fixed", place: .tabs)
        case .nobodyLeftToSign: self.init(code: "nobody-left", place: .recipients)
        case .invalid, .notLockOwner, .alreadyLocked: return nil
        default: self.init(code: "other", place: .recipients)
        }
    }
}
