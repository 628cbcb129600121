import Ceremony
import Essentials

/// An app's settings for signing on the device, shared by every copy of an ``OfflineEnvelopes``.
final class OfflineSettings: Sendable {
    struct Values: Sendable {
        var options: OfflineOptions
        var consent: Disclosure?
        var hooks: (any OfflineSigningHooks)?
        var pageLoadTimeout: Double = 30
        var closeQuestion = CloseQuestion.kept
    }

    private let state: Locked<Values>

    init(_ options: OfflineOptions) {
        state = Locked(Values(options: options))
    }

    var values: Values { state.withLock { $0 } }

    func change(_ change: (inout Values) -> Void) { state.withLock { change(&$0) } }
}
