import CountersignTesting
import Envelopes
import Foundation
import Testing

@testable import Countersign

@Suite("Templates at the server and on the device")
struct TemplateCacheTests {
    @Test("A list is searched, filtered, sorted and split into pages")
    func list() async throws {
        try await TemplateScene.run { scene in
            for name in ["beta", "Alpha", "Élan"] {
                try await scene.make(name, folder: name == "beta" ? "B" : nil) { $0.description = "For flats" }
            }
            let all = try await scene.templates.list()
            #expect(all.templates.map(\.name) == ["Alpha", "beta", "Élan"] && all.total == 3 && all.nextStart == nil)
            #expect(all.templates[0].ownerEmail == "ada@example.org" && all.templates[0].pageCount == 1)
            let first = try await scene.templates.list(Templates.Filter(ascending: false, count: 2))
            #expect(first.templates.map(\.name) == ["Élan", "beta"] && first.nextStart == 2)
            let found = try await scene.templates.list(Templates.Filter(searchText: "ELAN"))
            #expect(found.templates.map(\.name) == ["Élan"])
            #expect(try await scene.templates.list(Templates.Filter(searchText: "flats")).total == 3)
            var names = Templates.Filter(searchText: "flats")
            names.searchesNamesOnly = true
            #expect(try await scene.templates.list(names).total == 0)
            names.searchText = "ETA"
            #expect(try await scene.templates.list(names).templates.map(\.name) == ["beta"])
            #expect(try await scene.templates.list(Templates.Filter(owner: .others)).templates.isEmpty)
            #expect(try await scene.templates.list(Templates.Filter(owner: .me)).total == 3)
            let folder = try #require(try await scene.templates.folders().first)
            #expect(folder.name == "B" && folder.count == 1)
            let inside = try await scene.templates.list(Templates.Filter(folderIDs: [folder.id]))
            #expect(inside.templates.map(\.name) == ["beta"])
            #expect(try await scene.templates.list(named: "al", matching: .prefix).map(\.name) == ["Alpha"])
            #expect(try await scene.templates.list(named: "eta", matching: .suffix).map(\.name) == ["beta"])
            #expect(try await scene.templates.list(named: "alph", matching: .exact).isEmpty)
        }
    }

    @Test("A cached template is available offline, and gone after removal")
    func caching() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            #expect(try await scene.templates.cacheState(of: id) == .uncached)
            try await scene.templates.cache(id)
            scene.service.turnOn(.offline)
            #expect(try await scene.templates.cacheState(of: id) == .cached)
            let cached = try #require(try await scene.templates.cached(containing: "LEAS").first)
            #expect(cached.name == "Lease" && cached.documentIDs == ["1"])
            let documents = try await scene.templates.documents(of: id)
            #expect(documents == ["1": try TemplateScene.pdf()] && cached.size == documents["1"]?.count)
            #expect(try await scene.templates.reasonsNotToCache(id) == [])
            #expect(try await scene.session.templates().cached(id) == cached)
            try await scene.templates.removeCached(id)
            #expect(try await scene.templates.cached().isEmpty)
            await #expect(throws: CountersignError.templateNotCached(id)) {
                try await scene.templates.documents(of: id)
            }
            #expect(
                scene.heard.events == [
                    .templateCachingStarted(template: id, isUpdate: false),
                    .templateCached(template: id), .templateUncached(template: id),
                ])
        }
    }

    @Test("A copy is stale if the server's template changed later by the server's clock")
    func stale() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            #expect(try await !scene.templates.isStale(id))
            try await scene.change(id, at: scene.service.now.addingTimeInterval(60)) { $0.name = "New lease" }
            #expect(try await scene.templates.isStale(id))
            try await scene.templates.cache(id)
            #expect(try await !scene.templates.isStale(id))
            #expect(try await scene.templates.cached(id)?.name == "New lease")
            let events = scene.heard.events
            #expect(events.contains(.templateCachingStarted(template: id, isUpdate: true)))
        }
    }

    @Test("A failed download keeps the older copy and is reported")
    func failedUpdate() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            scene.service.turnOn(.offline) { _, path in path.contains("/documents/") }
            await #expect(throws: CountersignError.self) { try await scene.templates.cache(id) }
            #expect(try await scene.templates.cached(id) != nil)
            let isReported = scene.heard.events.contains {
                if case .templateCachingFailed(id, _) = $0 { true } else { false }
            }
            #expect(isReported)
        }
    }

    @Test("Two parallel caches of one template download it once")
    func together() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            let templates = scene.templates
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 { group.addTask { try await templates.cache(id) } }
                try await group.waitForAll()
            }
            #expect(try await templates.cached().count == 1)
        }
    }

    @Test("Documents of cached templates survive removing envelopes and sweeping the store")
    func sweeping() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            let store = try DeviceStore(
                folder: try scene.session.deviceStore().folder, now: { Date().addingTimeInterval(10 * 86_400) })
            try await store.sweep()
            #expect(try await scene.templates.documents(of: id).count == 1)
            try store.close()
        }
    }

    @Test("Logging out removes cached templates")
    func logOut() async throws {
        try await TemplateScene.run { scene in
            let id = try await scene.make()
            try await scene.templates.cache(id)
            let folder = try scene.session.deviceStore().folder
            try await scene.countersign.logOut()
            let store = try DeviceStore(folder: folder)
            #expect(try await store.templates().isEmpty)
            try store.close()
        }
    }

    @Test(
        "Names match regardless of case and accents",
        arguments: [
            (Templates.NameMatch.contains, "MIETV", true), (.exact, "mietvertrag koln", true),
            (.exact, "mietvertrag", false),
            (.prefix, "miet", true), (.prefix, "köln", false), (.suffix, "KÖLN", true), (.contains, "", true),
        ])
    func names(match: Templates.NameMatch, text: String, isMet: Bool) {
        #expect(match.matches("Mietvertrag Köln", text) == isMet)
    }
}
