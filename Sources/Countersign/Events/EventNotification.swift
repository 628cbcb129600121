import DescribedErrors
import Envelopes
import Foundation

/// A notification that represents an event.
struct EventNotification {
    /// A value in `userInfo`.
    enum Value: Hashable {
        case text(String)
        case flag(Bool)
        case texts([String])
        case entries([[String: String]])
        /// An error, given as an `NSError` with its sentence and the error itself.
        case error(UnderlyingError, DocumentedName.ErrorCode)

        var object: Any {
            switch self {
            case .text(let text): text
            case .flag(let flag): flag
            case .texts(let texts): texts
            case .entries(let entries): entries
            case .error(let underlying, let code):
                NSError(
                    domain: DocumentedName.errorDomain, code: code.rawValue,
                    userInfo: [
                        NSLocalizedDescriptionKey: underlying.error.sentence, NSUnderlyingErrorKey: underlying.error,
                    ])
            }
        }
    }

    let name: Notification.Name
    let userInfo: [String: Value]

    /// Creates a notification, leaving out absent values.
    init(_ name: Notification.Name, _ userInfo: [String: Value?] = [:]) {
        self.name = name
        self.userInfo = userInfo.compactMapValues { $0 }
    }

    var notification: Notification {
        Notification(name: name, object: nil, userInfo: userInfo.mapValues(\.object))
    }

    private typealias Name = DocumentedName
    private typealias Key = DocumentedName.Key

    /// Returns the notifications posted for an event, in this order. An event without a documented name is delivered
    /// only through the asynchronous sequence.
    static func notifications(for event: CountersignEvent) -> [EventNotification] {
        switch event {
        case .signingCompleted, .signingCancelled, .sendFailed, .willSendFromTemplate, .offlineSigningFailed:
            signing(event)
        case .syncStarted, .synced, .syncFailed, .syncEnded: syncing(event)
        default: caching(event)
        }
    }

    private static func signing(_ event: CountersignEvent) -> [EventNotification] {
        switch event {
        case .signingCompleted(let id, let recipient, let template, let mode):
            [
                EventNotification(
                    Name.signingCompleted,
                    [
                        Key.signingMode: .text(mode.rawValue), Key.templateID: template.map(Value.init),
                        Key.recipientID: recipient.map(Value.init),
                        // The documentation gives the id online only.
                        Key.envelopeID: mode == .online ? id.map(Value.init) : nil,
                    ])
            ]
        case .signingCancelled(let id, let recipient, let mode, let reason, let error, let information):
            [
                EventNotification(
                    Name.signingCancelled,
                    [
                        Key.envelopeID: id.map(Value.init), Key.signingMode: .text(mode.rawValue),
                        Key.recipientID: recipient.map(Value.init),
                        Key.exitReason: reason.map { .text($0.documentedName) },
                        Key.error: error.map { Value($0, .signing) },
                        Key.additionalInfo: information.map(Value.text),
                    ])
            ]
        case .sendFailed(let id, _):
            [Name.onlineSendFailed, Name.onlineSendFailedEarly].map {
                EventNotification($0, [Key.envelopeID: id.map(Value.init)])
            }
        case .willSendFromTemplate(let template, let hasOnlyRemoteSigners, let hasInPersonSigners):
            [
                EventNotification(
                    Name.willSendFromTemplate,
                    [
                        Key.templateID: Value(template), Key.hasOnlyRemoteSigners: .flag(hasOnlyRemoteSigners),
                        Key.hasInPersonSigners: .flag(hasInPersonSigners),
                    ])
            ]
        case .offlineSigningFailed(let id, let error):
            [
                EventNotification(
                    Name.offlineSigningFailed,
                    [
                        Key.envelopeID: Value(id), Key.error: Value(error, .offlineSigning),
                        Key.additionalDetails: .text(error.description),
                    ])
            ]
        default: []
        }
    }

    private static func syncing(_ event: CountersignEvent) -> [EventNotification] {
        switch event {
        case .syncStarted(let ids, let templates):
            [
                EventNotification(
                    Name.syncStarted,
                    [
                        Key.envelopes: .entries(
                            ids.map { id in
                                var entry = [Key.envelopeID: id.rawValue, Key.transactionID: id.rawValue]
                                entry[Key.templateID] = templates[id]?.rawValue
                                return entry
                            })
                    ])
            ]
        case .synced(let id, let serverID, let template):
            [
                EventNotification(
                    Name.synced,
                    [
                        Key.envelopeID: serverID.map(Value.init), Key.cacheURI: Value(id), Key.transactionID: Value(id),
                        Key.templateID: template.map(Value.init),
                    ])
            ]
        case .syncFailed(let id, let error):
            [EventNotification(Name.syncFailed, [Key.cacheURI: Value(id), Key.error: Value(error, .syncing)])]
        case .syncEnded: [EventNotification(Name.syncEnded)]
        default: []
        }
    }

    private static func caching(_ event: CountersignEvent) -> [EventNotification] {
        switch event {
        case .cachingStarted(let id):
            [EventNotification(Name.cachingStarted, [Key.envelopeID: Value(id), Key.transactionID: Value(id)])]
        case .cached(let id, let template, let isLocal):
            [
                EventNotification(
                    Name.cached,
                    [
                        Key.envelopeID: Value(id), Key.templateID: template.map(Value.init),
                        Key.isLocalUpdate: .flag(isLocal),
                    ])
            ]
        case .uncached(let id): [EventNotification(Name.uncached, [Key.envelopeID: Value(id)])]
        case .cachingFailed(let id, let error):
            [EventNotification(Name.cachingFailed, [Key.envelopeID: Value(id), Key.error: Value(error, .caching)])]
        case .savingFailed(let id, let error):
            [EventNotification(Name.savingFailed, [Key.envelopeID: Value(id), Key.error: Value(error, .saving)])]
        case .accountDataFailed(let error):
            [
                EventNotification(
                    Name.accountDataFailed,
                    [Key.error: Value(error, .accountData), Key.additionalDetails: .text(error.description)])
            ]
        case .unusableTabs(let template, let tabs):
            [EventNotification(Name.unusableTabs, [Key.templateID: Value(template), Key.tabLabels: .texts(tabs)])]
        default: []
        }
    }
}

extension EventNotification.Value {
    fileprivate init(_ id: EnvelopeID) { self = .text(id.rawValue) }
    fileprivate init(_ id: TemplateID) { self = .text(id.rawValue) }
    fileprivate init(_ id: RecipientID) { self = .text(id.rawValue) }
    fileprivate init(_ error: any Error, _ code: DocumentedName.ErrorCode) {
        self = .error(UnderlyingError(error), code)
    }
}

extension CountersignEvent.ExitReason {
    /// The value of `exitReason` in a notification.
    var documentedName: String {
        switch self {
        case .cancel: DocumentedName.Reason.cancel
        case .decline: DocumentedName.Reason.decline
        case .tokenExpired: DocumentedName.Reason.tokenExpired
        case .faxPending: DocumentedName.Reason.faxPending
        }
    }
}
