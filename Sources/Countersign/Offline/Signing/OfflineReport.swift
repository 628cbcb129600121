import DescribedErrors
import Envelopes
import Essentials

/// Reports errors during signing on the device to listeners, once for each kind, because a page retries repeatedly.
final class OfflineReport: Sendable {
    private struct Reported {
        var saving = false
        var signing = false
    }

    private let events: any EventSink
    private let id: EnvelopeID
    private let reported = Locked(Reported())

    init(_ events: any EventSink, _ id: EnvelopeID) {
        self.events = events
        self.id = id
    }

    /// Reports that a person's action could not be saved.
    func savingFailed(_ error: CountersignError) {
        let isFirst = reported.withLock { reported in
            defer { reported.saving = true }
            return !reported.saving
        }
        if isFirst { events.announce(.savingFailed(id, error: error)) }
    }

    /// Reports any other error. A failure of the database or disk is reported as a failure to save. Later signing
    /// errors are not reported, because they follow from it.
    func failed(_ error: any Error) {
        switch error {
        case CountersignError.cancelled, CountersignError.sessionEnded, is CancellationError: return
        case let error as CountersignError where error.isBrokenStore: savingFailed(error)
        case let error as CountersignError: signingFailed(error)
        default: signingFailed(.signingFailed(reason: "\(error)", trace: nil, underlying: UnderlyingError(error)))
        }
    }

    private func signingFailed(_ error: CountersignError) {
        let isNew = reported.withLock { reported in
            defer { reported.signing = true }
            return !reported.signing && !reported.saving
        }
        if isNew { events.announce(.offlineSigningFailed(id, error: error)) }
    }
}

extension CountersignError {
    /// Whether the device's database or disk does not work.
    fileprivate var isBrokenStore: Bool {
        switch self {
        case .store(.database), .store(.file): true
        default: false
        }
    }
}
