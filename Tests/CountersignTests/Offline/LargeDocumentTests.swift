import EnvelopeService
import Envelopes
import Foundation
import Testing

@testable import Countersign

private struct Unexpected: Error {
    let error: String
}

@Suite("Documents too large for a device")
struct LargeDocumentTests {
    private func options(_ largest: Int) -> OfflineOptions {
        var options = OfflineOptions()
        options.largestDocument = largest
        return options
    }

    @Test("The default limit leaves room for signatures below the service's limit")
    func room() {
        #expect(OfflineOptions().largestDocument + (4 << 20) <= UploadLimits().totalSize)
    }

    @Test("A limit that no document can meet is refused as a configuration")
    func none() async throws {
        await #expect(throws: CountersignError.invalidConfiguration(what: "offline.largestDocument is below 1")) {
            try await SharedDevice { $0.offline.largestDocument = 0 }
        }
    }

    @Test("A draft with one is refused before signing, together with its other errors")
    func composed() async throws {
        let size = try OfflinePDF.make().count
        let exact = try OfflineScene(options: options(size))
        #expect(try exact.offline.problems(in: OfflineScene.draft()).isEmpty)
        try await exact.offline.compose(OfflineScene.draft())
        let scene = try OfflineScene(options: options(size - 1))
        let obstacle = OfflineObstacle.documentTooLarge("1", size: size, limit: size - 1)
        var draft = try OfflineScene.draft()
        #expect(scene.offline.problems(in: draft) == [.notPossibleOffline(obstacle)])
        await #expect(throws: CountersignError.notPossibleOffline([obstacle])) {
            try await scene.offline.compose(draft)
        }
        draft.name = ""
        draft.subject = ""
        await #expect(
            throws: CountersignError.invalidDraft([.definition(.emptySubject), .notPossibleOffline(obstacle)])
        ) { try await scene.offline.compose(draft) }
        #expect(try await scene.store.envelopes().isEmpty)
        #expect(obstacle.description.contains("\(size)") && obstacle.description.contains("\(size - 1)"))
    }

    @Test("An envelope with one is created at the server and cannot be downloaded")
    func downloaded() async throws {
        let size = try OfflinePDF.make().count
        let device = try await SharedDevice { $0.offline.largestDocument = size - 1 }
        let id = try await device.session.send(OfflineScene.draft())
        let download = OfflineDownload(envelopes: device.offline, api: device.session.api)
        let obstacle = OfflineObstacle.documentTooLarge("1", size: size, limit: size - 1)
        await #expect(throws: CountersignError.notPossibleOffline([obstacle])) { try await download.download(id) }
        #expect(try await device.offline.store.cached(id) == nil)
        device.offline.options.largestDocument = size
        try await download.download(id)
        #expect(try await device.offline.canResume(id))
    }

    @Test("A template with one works online only")
    func template() async throws {
        let size = try TemplateScene.pdf().count
        try await TemplateScene.run({ $0.offline.largestDocument = size - 1 }) { scene in
            let id = try await scene.make()
            let sentence = OfflineObstacle.documentTooLarge("1", size: size, limit: size - 1).description
            let obstacles = [TemplateObstacle(.unusableDocument(sentence), field: "1")]
            #expect(try await scene.templates.reasonsNotToCache(id) == obstacles)
            await #expect(throws: CountersignError.templateNotUsable(obstacles)) { try await scene.templates.cache(id) }
            // Put together here, with a network.
            var defaults = TemplateDefaults(recipients: TemplateScene.people)
            defaults.inserted = DraftDocument(id: "x", name: "Cover", data: try TemplateScene.pdf("Cover"))
            let sent = try await scene.templates.createEnvelope(from: id, with: defaults, sending: true)
            #expect(try await scene.service.envelope(sent.envelopeID).documents.count == 2)
        }
    }

    @Test("One inserted into a template is refused")
    func inserted() async throws {
        let size = try TemplateScene.pdf("Cover", pages: 40).count
        try await TemplateScene.run({ $0.offline.largestDocument = size - 1 }) { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            var defaults = TemplateDefaults(recipients: TemplateScene.people)
            defaults.inserted = DraftDocument(
                id: "x", name: "Cover", data: try TemplateScene.pdf("Cover", pages: 40))
            let offline = try scene.session.offlineEnvelopes(on: SharedDevice.platform())
            let error = await #expect(throws: CountersignError.self) {
                try await scene.templates.composeEnvelope(from: id, with: defaults, in: offline)
            }
            guard case .notPossibleOffline(let obstacles) = error else { throw Unexpected(error: "\(error as Any)") }
            guard case .documentTooLarge(_, let reported, let limit) = obstacles.first, obstacles.count == 1 else {
                throw Unexpected(error: "\(obstacles)")
            }
            #expect(reported == size && limit == size - 1)
        }
    }
}
