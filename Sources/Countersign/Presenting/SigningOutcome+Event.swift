import Envelopes

extension SigningOutcome {
    /// Returns the event for listeners.
    func event(envelopeID: EnvelopeID?, recipient: RecipientID? = nil) -> CountersignEvent {
        func ended(
            _ reason: CountersignEvent.ExitReason?, failure: String? = nil, information: String? = nil
        ) -> CountersignEvent {
            .signingCancelled(
                envelopeID, recipient: recipient, mode: .online, reason: reason,
                error: failure.map { .signingFailed(reason: $0, trace: nil) }, information: information)
        }
        return switch self {
        case .completed: .signingCompleted(envelopeID, recipient: recipient, template: nil, mode: .online)
        case .viewedCompleted: ended(.cancel, information: "viewing_complete")
        case .declined(let reason): ended(.decline, information: reason)
        case .finishedLater, .cancelled: ended(.cancel)
        case .nobodyHere: ended(.cancel, information: OfflineObstacle.nobodyLeftHere.description)
        case .sessionTimedOut: ended(.cancel, information: "session_timeout")
        case .linkExpired: ended(.tokenExpired, information: "ttl_expired")
        case .accessCodeFailed: ended(nil, failure: "The access code was wrong.", information: "access_code_failed")
        case .idCheckFailed: ended(nil, failure: "The ID check failed.", information: "id_check_failed")
        case .faxPending: ended(.faxPending, information: "fax_pending")
        case .other(let raw): ended(nil, information: raw)
        }
    }
}

extension CountersignError {
    /// Returns the event for listeners about a page that failed or could not be shown.
    func event(envelopeID: EnvelopeID?, recipient: RecipientID? = nil) -> CountersignEvent {
        .signingCancelled(
            envelopeID, recipient: recipient, mode: .online, reason: self == .cancelled ? .cancel : nil, error: self,
            information: trace)
    }
}
