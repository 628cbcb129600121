import DocuSignCompatibility
import Envelopes
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Events")
struct EventChannelTests {
    private func events(_ count: Int) -> [CountersignEvent] {
        (0..<count).map { .sendFailed(nil, error: .saying("\($0)")) }
    }

    @Test("A listener gets every event from the moment it starts listening")
    func everyListener() async {
        let channel = EventChannel(backlog: 100) { _ in }
        var one = channel.makeAsyncIterator()
        channel.announce(.syncEnded)
        var two = channel.makeAsyncIterator()
        for event in events(3) { channel.announce(event) }
        #expect(await one.next() == .syncEnded)
        for event in events(3) {
            #expect(await one.next() == event)
            #expect(await two.next() == event)
        }
    }

    @Test("A slow listener keeps only the newest events, up to the backlog")
    func backlog() async {
        let channel = EventChannel(backlog: 4) { _ in }
        var slow = channel.makeAsyncIterator()
        for event in events(1000) { channel.announce(event) }
        channel.finish()
        var heard: [CountersignEvent] = []
        while let event = await slow.next() { heard.append(event) }
        #expect(heard == Array(events(1000).suffix(4)))
    }

    @Test("A listener that has gone is dropped")
    func gone() async {
        let channel = EventChannel(backlog: 4) { _ in }
        let began = Gate()
        let listener = Task {
            var iterator = channel.makeAsyncIterator()
            began.open()
            while await iterator.next() != nil {}
        }
        await began.wait()
        #expect(channel.listenerCount == 1)
        listener.cancel()
        await listener.value
        #expect(channel.listenerCount == 0)
    }

    @Test("After the end, a new listener's sequence finishes at once and no event is passed on")
    func finished() async {
        let passed = Tally()
        let channel = EventChannel(backlog: 4) { _ in passed.add() }
        channel.announce(.syncEnded)
        channel.finish()
        channel.announce(.syncEnded)
        #expect(passed.value == 1)
        var late = channel.makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    @Test("A session's events reach the session, its instance and the configured notification centre")
    func everywhere() async throws {
        try await withTestFolder { folder in
            let center = NotificationCenter()
            let posted = Locked<[String]>([])
            var configuration = try CountersignConfiguration.test(
                folder, ScriptedTransport { _ in TestUser.ada.userInfo() })
            configuration.notificationCenter = center
            let countersign = try CountersignClient(configuration)
            let session = try await countersign.logIn(accessToken: "ada", account: TestUser.ada.details)
            let names = [
                DocumentedName.syncEnded, DocumentedName.onlineSendFailed, DocumentedName.onlineSendFailedEarly,
            ]
            let observers = names.map { name in
                center.addObserver(forName: name, object: nil, queue: nil) { notification in
                    posted.withLock { $0.append(notification.name.rawValue) }
                }
            }
            defer { for observer in observers { center.removeObserver(observer) } }
            var (own, all) = (session.events.makeAsyncIterator(), countersign.events.makeAsyncIterator())
            session.events.announce(.syncEnded)
            session.events.announce(.sendFailed(nil, error: .saying("no")))
            #expect(await own.next() == .syncEnded)
            #expect(await all.next() == .syncEnded)
            #expect(await all.next() == .sendFailed(nil, error: .saying("no")))
            #expect(
                posted.withLock { $0 } == [
                    "DSMEnvelopeSyncingEndedNotification", "DSMEnvelopeOnlineSendFailedNotification",
                    "DSMOnlineEnvelopeSendFailedNotification",
                ])
        }
    }

    @Test("Notifications come in order, and on the configured queue however many threads the events come from")
    func queue() async throws {
        try await withTestFolder { folder in
            let (center, key) = (NotificationCenter(), DispatchSpecificKey<Bool>())
            let queue = DispatchQueue(label: "observers")
            queue.setSpecific(key: key, value: true)
            var configuration = try CountersignConfiguration.test(
                folder, ScriptedTransport { _ in TestUser.ada.userInfo() })
            (configuration.notificationCenter, configuration.notificationQueue) = (center, queue)
            let session = try await CountersignClient(configuration).logIn(
                accessToken: "ada", account: TestUser.ada.details)
            let heard = Locked<[String?]>([])
            let observer = center.addObserver(forName: DocumentedName.signingCancelled, object: nil, queue: nil) {
                let error = ($0.userInfo?[DSMErrorKey] as? NSError)?.localizedDescription
                let isOnQueue = DispatchQueue.getSpecific(key: key) == true
                heard.withLock { $0.append(isOnQueue ? error : "elsewhere") }
            }
            defer { center.removeObserver(observer) }
            let sentences = (0..<100).map(String.init)
            for sentence in sentences {
                session.events.announce(
                    .signingCancelled(nil, mode: .online, reason: .cancel, error: .saying(sentence), information: nil))
            }
            await withCheckedContinuation { done in queue.async { done.resume() } }
            #expect(heard.withLock { $0 } == sentences)
        }
    }
}
