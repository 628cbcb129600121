import CountersignTesting
import Envelopes
import Essentials
import Foundation
import Observation
import TestSupport
import Testing

@testable import Countersign

@Suite("Template states without waiting")
struct TemplateStatusTests {
    /// Notes the state that a listener finds when it hears of an event.
    private final class Listener: EventSink {
        let statuses: Templates.Statuses
        let id: TemplateID
        private let log = Locked<[Templates.CacheState]>([])
        init(_ statuses: Templates.Statuses, _ id: TemplateID) { (self.statuses, self.id) = (statuses, id) }
        var found: [Templates.CacheState] { log.withLock { $0 } }
        func announce(_ event: CountersignEvent) {
            let state = statuses[id].state
            log.withLock { $0.append(state) }
        }
    }

    private func templates(_ scene: TemplateScene, _ events: any EventSink) throws -> Templates {
        Templates(
            api: scene.session.api, user: scene.session.user.account, store: try scene.session.deviceStore(),
            configuration: scene.session.configuration, events: events)
    }

    @Test("A listener to a download, update or removal sees the state after it")
    func atEveryEvent() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            let listener = Listener(scene.templates.statuses, id)
            let templates = try templates(scene, listener)
            #expect(templates.statuses[id] == Templates.Status(state: .uncached, cached: nil))
            try await templates.cache(id)
            let copy = try #require(try await templates.cached(id))
            #expect(templates.statuses[id] == Templates.Status(state: .cached, cached: copy))
            #expect(templates.statuses.all == [id: Templates.Status(state: .cached, cached: copy)])
            try await templates.cache(id)
            #expect(try await templates.statuses[id].cached == templates.cached(id))
            scene.service.turnOn(.offline)
            await #expect(throws: CountersignError.self) { try await templates.cache(id) }
            #expect(templates.statuses[id].state == .cached, "A failed update leaves the older copy.")
            try await templates.removeCached(id)
            #expect(templates.statuses.all.isEmpty)
            #expect(
                listener.found == [
                    .inProgress, .cached, .updateInProgress, .cached, .updateInProgress, .cached, .uncached,
                ])
        }
    }

    @Test("A new session starts with the cached templates, and an ended one shows none")
    func sessions() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            let again = try DeviceStore(folder: try scene.session.deviceStore().folder)
            try again.loadTemplateStatuses()
            #expect(try await again.templateStatuses[id].cached == scene.templates.cached(id))
            try again.close()

            let statuses = try scene.session.templates().statuses
            #expect(statuses[id].state == .cached)
            try await scene.countersign.logOut()
            #expect(statuses[id].state == .uncached && statuses.all.isEmpty)
        }
    }

    @Test("An abandoned download does not end the next one of the same template")
    func attempts() {
        let (statuses, id) = (Templates.Statuses(), TemplateID(UUID()))
        let left = statuses.downloadBegan(id, isUpdate: false)
        let next = statuses.downloadBegan(id, isUpdate: false)
        statuses.downloadEnded(id, left)
        #expect(statuses[id].state == .inProgress)
        statuses.downloadEnded(id, next)
        #expect(statuses[id].state == .uncached)
    }

    @Test("Views that read a state are notified of a change")
    func observed() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            let changes = Tally()
            let statuses = scene.templates.statuses
            let before = withObservationTracking {
                statuses[id].state
            } onChange: {
                changes.add()
            }
            #expect(before == .uncached && changes.value == 0)
            try await scene.templates.cache(id)
            #expect(changes.value == 1)
        }
    }
}
