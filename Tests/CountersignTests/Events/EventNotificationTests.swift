import DescribedErrors
import DocuSignCompatibility
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// An event, and what is to be posted for it: names and `userInfo` in the documents' own spelling.
struct EventRow: Sendable, CustomTestStringConvertible {
    let event: CountersignEvent
    let posted: [(String, [String: EventNotification.Value])]
    var testDescription: String { posted.first?.0 ?? "none for \(event)" }

    init(_ event: CountersignEvent, _ posted: [(String, [String: EventNotification.Value])]) {
        self.event = event
        self.posted = posted
    }

    init(_ event: CountersignEvent, _ name: String, _ userInfo: [String: EventNotification.Value] = [:]) {
        self.init(event, [(name, userInfo)])
    }
}

@Suite("Notifications")
struct EventNotificationTests {
    private static let text = "0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90"
    private static let id = EnvelopeID(rawValue: text) ?? EnvelopeID(UUID())

    private static let template = TemplateID(UUID())
    private static let serverID = EnvelopeID(UUID())

    static let rows: [EventRow] = [
        EventRow(
            .signingCompleted(id, template: nil, mode: .online), "DSMSigningCompletedNotification",
            ["envelopeId": .text(text), "signingMode": .text("online")]),
        EventRow(
            .signingCompleted(id, recipient: "1", template: nil, mode: .online), "DSMSigningCompletedNotification",
            ["envelopeId": .text(text), "recipientId": .text("1"), "signingMode": .text("online")]),
        EventRow(
            .signingCompleted(id, template: template, mode: .offline), "DSMSigningCompletedNotification",
            ["templateId": .text(template.rawValue), "signingMode": .text("offline")]),
        EventRow(
            .signingCompleted(id, template: nil, mode: .offline), "DSMSigningCompletedNotification",
            ["signingMode": .text("offline")]),
        EventRow(
            .signingCancelled(id, mode: .online, reason: .cancel, error: nil, information: "viewing_complete"),
            "DSMSigningCancelledNotification",
            [
                "envelopeId": .text(text), "signingMode": .text("online"), "exitReason": .text("cancel"),
                "DSMAdditionalInfo": .text("viewing_complete"),
            ]),
        EventRow(
            .signingCancelled(nil, mode: .offline, reason: .decline, error: nil, information: nil),
            "DSMSigningCancelledNotification", ["signingMode": .text("offline"), "exitReason": .text("decline")]),
        EventRow(
            .signingCancelled(id, mode: .online, reason: .tokenExpired, error: .saying("Old."), information: nil),
            "DSMSigningCancelledNotification",
            [
                "envelopeId": .text(text), "signingMode": .text("online"),
                "exitReason": .text("DSMSigningExitReasonTokenExpired"),
                "DSMErrorKey": .error(UnderlyingError(CountersignError.saying("Old.")), .signing),
            ]),
        EventRow(
            .signingCancelled(id, mode: .online, reason: .faxPending, error: nil, information: nil),
            "DSMSigningCancelledNotification",
            [
                "envelopeId": .text(text), "signingMode": .text("online"),
                "exitReason": .text("DSMSigningExitReasonFaxPending"),
            ]),
        EventRow(
            .sendFailed(id, error: .saying("No.")),
            [
                ("DSMEnvelopeOnlineSendFailedNotification", ["envelopeId": .text(text)]),
                ("DSMOnlineEnvelopeSendFailedNotification", ["envelopeId": .text(text)]),
            ]),
        EventRow(
            .cachingStarted(id), "DSMEnvelopeStartedToCacheNotification",
            ["envelopeId": .text(text), "transactionId": .text(text)]),
        EventRow(
            .cached(id, template: template, isLocal: true), "DSMEnvelopeCachedNotification",
            [
                "envelopeId": .text(text), "templateId": .text(template.rawValue),
                "DSMIsLocalEnvelopeCacheUpdateKey": .flag(true),
            ]),
        EventRow(
            .cached(id, template: nil, isLocal: false), "DSMEnvelopeCachedNotification",
            ["envelopeId": .text(text), "DSMIsLocalEnvelopeCacheUpdateKey": .flag(false)]),
        EventRow(.uncached(id), "DSMEnvelopeUncachedNotification", ["envelopeId": .text(text)]),
        EventRow(
            .cachingFailed(id, error: .saying("Full.")), "DSMEnvelopeCacheFailedNotification",
            [
                "envelopeId": .text(text),
                "DSMErrorKey": .error(UnderlyingError(CountersignError.saying("Full.")), .caching),
            ]),
        EventRow(
            .syncStarted([id]), "DSMEnvelopeSyncingStartedNotification",
            ["envelopes": .entries([["envelopeId": text, "transactionId": text]])]),
        EventRow(
            .syncStarted([id], templates: [id: template]), "DSMEnvelopeSyncingStartedNotification",
            ["envelopes": .entries([["envelopeId": text, "transactionId": text, "templateId": template.rawValue]])]),
        EventRow(
            .synced(id, serverID: serverID, template: template), "DSMEnvelopeSyncingSucceededNotification",
            [
                "envelopeId": .text(serverID.rawValue), "cacheURI": .text(text), "transactionId": .text(text),
                "templateId": .text(template.rawValue),
            ]),
        EventRow(
            .syncFailed(id, error: .other(.saying("No."))), "DSMEnvelopeSyncingFailedNotification",
            [
                "cacheURI": .text(text),
                "DSMErrorKey": .error(UnderlyingError(SyncFailure.other(.saying("No."))), .syncing),
            ]),
        EventRow(.syncEnded, "DSMEnvelopeSyncingEndedNotification"),
        EventRow(
            .savingFailed(id, error: .saying("Full.")), "DSMOfflineEnvelopeSaveErrorNotification",
            [
                "envelopeId": .text(text),
                "DSMErrorKey": .error(UnderlyingError(CountersignError.saying("Full.")), .saving),
            ]),
        EventRow(
            .offlineSigningFailed(id, error: .saying("Formula.")), "DSMOfflineEnvelopeSigningErrorNotification",
            [
                "envelopeId": .text(text),
                "DSMErrorKey": .error(UnderlyingError(CountersignError.saying("Formula.")), .offlineSigning),
                "AdditionalDetails": .text("Formula."),
            ]),
        EventRow(
            .accountDataFailed(error: .saying("No.")), "DSMAdditionalAccountDataFetchOrDeleteErrorNotification",
            [
                "DSMErrorKey": .error(UnderlyingError(CountersignError.saying("No.")), .accountData),
                "AdditionalDetails": .text("No."),
            ]),
        EventRow(
            .unusableTabs(template: template, tabs: ["Rent", "Name"]),
            "DSMFoundReadonlyAndRequiredTabsWithInvalidDefaultsNotification",
            ["templateId": .text(template.rawValue), "tabLabels": .texts(["Rent", "Name"])]),
        EventRow(
            .willSendFromTemplate(template: template, hasOnlyRemoteSigners: false, hasInPersonSigners: true),
            "DSMWillSendEnvelopeFromTemplateNotification",
            [
                "templateId": .text(template.rawValue), "DSMHasOnlyRemoteSignersKey": .flag(false),
                "DSMHasInPersonSignersKey": .flag(true),
            ]),
        EventRow(.templateCachingStarted(template: template, isUpdate: true), []),
        EventRow(.templateCached(template: template), []),
        EventRow(.templateCachingFailed(template: template, error: .saying("No.")), []),
        EventRow(.templateUncached(template: template), []),
    ]

    @Test("An event is posted under its documented names with its documented keys", arguments: rows)
    func row(_ row: EventRow) {
        let posted = EventNotification.notifications(for: row.event)
        #expect(posted.map(\.name.rawValue) == row.posted.map(\.0))
        #expect(posted.map(\.userInfo) == row.posted.map(\.1))
    }

    @Test("A notification's userInfo holds strings, Booleans, lists and NSErrors")
    func objects() throws {
        let posted = try #require(
            EventNotification.notifications(
                for: .cachingFailed(Self.id, error: .saying("The disk is full."))
            ).first?.notification)
        let error = try #require(posted.userInfo?["DSMErrorKey"] as? NSError)
        #expect(error.localizedDescription == "The disk is full.")
        #expect(error.userInfo[NSUnderlyingErrorKey] as? CountersignError == .saying("The disk is full."))
        #expect(error.domain == "Countersign" && error.code == DocumentedName.ErrorCode.caching.rawValue)
        #expect(!DocumentedName.ErrorCode.allCases.map(\.rawValue).contains(0))
        #expect(posted.userInfo?["envelopeId"] as? String == Self.text)
        let flag = try #require(
            EventNotification.notifications(for: .cached(Self.id, template: nil, isLocal: true)).first?.notification)
        #expect(flag.userInfo?["DSMIsLocalEnvelopeCacheUpdateKey"] as? Bool == true)
        let sync = try #require(
            EventNotification.notifications(for: .syncStarted([Self.id, Self.id])).first?.notification)
        #expect((sync.userInfo?["envelopes"] as? [[String: String]])?.count == 2)
    }

    @Test("Observers under the SDK's names get a session's events with the SDK's keys")
    func portedObservers() async throws {
        try await withTestFolder { folder in
            let configuration = try CountersignConfiguration.test(
                folder, ScriptedTransport { _ in TestUser.ada.userInfo() })
            let center = configuration.notificationCenter
            let heard = Locked<[[String: String]]>([])
            let names: [Notification.Name] = [
                .DSMSigningCompleted, .DSMSigningCancelled, NSNotification.Name.DSMEnvelopeSyncingSucceeded,
            ]
            let observers = names.map { name in
                center.addObserver(forName: name, object: nil, queue: nil) { notification in
                    var found = ["name": notification.name.rawValue]
                    for key in [DSMEnvelopeIdKey, DSMSigningModeKey, DSMSigningExitReasonKey, DSMCacheURIKey] {
                        found[key] = notification.userInfo?[key] as? String
                    }
                    found["error"] = (notification.userInfo?[DSMErrorKey] as? NSError)?.localizedDescription
                    heard.withLock { [found] in $0.append(found) }
                }
            }
            defer { observers.forEach(center.removeObserver) }
            let session = try await CountersignClient(configuration).logIn(
                accessToken: "t", account: TestUser.ada.details)
            session.events.announce(.signingCompleted(Self.id, template: nil, mode: .online))
            session.events.announce(
                .signingCancelled(Self.id, mode: .online, reason: .decline, error: .saying("Lost."), information: nil))
            session.events.announce(.synced(Self.id, serverID: Self.serverID, template: nil))
            #expect(
                heard.withLock { $0 } == [
                    ["name": "DSMSigningCompletedNotification", "envelopeId": Self.text, "signingMode": "online"],
                    [
                        "name": "DSMSigningCancelledNotification", "envelopeId": Self.text, "signingMode": "online",
                        "exitReason": DSMSigningExitReasonDecline, "error": "Lost.",
                    ],
                    [
                        "name": "DSMEnvelopeSyncingSucceededNotification", "envelopeId": Self.serverID.rawValue,
                        "cacheURI": Self.text,
                    ],
                ])
        }
    }

    @Test("Each of the SDK's names matches exactly one posted name")
    func names() {
        let names: [Notification.Name] = [
            .DSMSigningCompleted, .DSMSigningCancelled, .DSMEnvelopeOnlineSendFailed, .DSMOnlineEnvelopeSendFailed,
            .DSMEnvelopeStartedToCache, .DSMEnvelopeCached, .DSMEnvelopeUncached, .DSMEnvelopeCacheFailed,
            .DSMEnvelopeSyncingStarted, .DSMEnvelopeSyncingSucceeded, .DSMEnvelopeSyncingFailed,
            .DSMEnvelopeSyncingEnded, .DSMFoundReadonlyAndRequiredTabsWithInvalidDefaults,
            .DSMOfflineEnvelopeSaveError, .DSMOfflineEnvelopeSigningError,
            .DSMAdditionalAccountDataFetchOrDeleteError, .DSMWillSendEnvelopeFromTemplate,
        ]
        let posted = Self.rows.flatMap { EventNotification.notifications(for: $0.event).map(\.name) }
        #expect(Set(names) == Set(posted) && Set(names).count == names.count)
        let keys = [
            DSMEnvelopeIdKey, DSMTemplateIdKey, DSMTransactionIdKey, DSMCacheURIKey, DSMSigningModeKey,
            DSMSigningExitReasonKey, DSMErrorKey, DSMAdditionalInfo, DSMIsLocalEnvelopeCacheUpdateKey,
            DSMHasOnlyRemoteSignersKey, DSMHasInPersonSignersKey,
        ]
        let used = Self.rows.flatMap { EventNotification.notifications(for: $0.event).flatMap(\.userInfo.keys) }
        #expect(Set(used).subtracting(keys) == ["AdditionalDetails", "envelopes", "recipientId", "tabLabels"])
        #expect(Set(keys).isSubset(of: used))
        #expect(
            [DSMSigningExitReasonCancel, DSMSigningExitReasonTokenExpired, DSMSigningExitReasonFaxPending]
                == [CountersignEvent.ExitReason.cancel, .tokenExpired, .faxPending].map(\.documentedName))
    }
}
