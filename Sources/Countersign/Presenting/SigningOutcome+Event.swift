import Envelopes

extension SigningOutcome {
    /// Returns the event for listeners.
    func event(envelopeID: EnvelopeID?) -> CountersignEvent {
        func ended(
            _ reason: CountersignEvent.ExitReason?, error: String? = nil, information: String? = nil
        ) -> CountersignEvent {
            .signingCancelled(envelopeID, mode: .online, reason: reason, error: error, information: information)
        }
        return switch self {
        case .completed: .signingCompleted(envelopeID, template: nil, mode: .online)
        case .viewedCompleted: ended(.cancel, information: "viewing_complete")
        case .declined(let reason): ended(.decline, information: reason)
        case .finishedLater, .cancelled: ended(.cancel)
        case .nobodyHere: ended(.cancel, information: OfflineObstacle.nobodyLeftHere.description)
        case .sessionTimedOut: ended(.cancel, information: "session_timeout")
        case .linkExpired: ended(.tokenExpired, information: "ttl_expired")
        case .accessCodeFailed: ended(nil, error: "The access code was wrong.", information: "access_code_failed")
        case .idCheckFailed: ended(nil, error: "The ID check failed.", information: "id_check_failed")
        case .faxPending: ended(.faxPending, information: "fax_pending")
        case .failed(let error): ended(nil, error: error.description, information: error.trace)
        case .other(let raw): ended(nil, information: raw)
        }
    }
}
