import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("The side at which a field's text lies")
struct AlignmentTests {
    private struct Session: Decodable {
        struct Tab: Decodable {
            let id: String
            let alignment: String?
        }
        let tabs: [Tab]
    }

    @Test("The page and the signed document have the side of the tab", arguments: [TabAlignment.left, .right, nil])
    func side(_ side: TabAlignment?) async throws {
        let scene = try Scene { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind == .text {
                definition.tabs[index].alignment = side
            }
        }
        let host = scene.host("1")
        await host.prepare(text: "Blue")
        let session = try JSONDecoder().decode(Session.self, from: await host.get("session").body)
        #expect(try #require(session.tabs.first { $0.id == Scene.text }).alignment == side?.rawValue)
        try #require(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.envelope()
        let tab = try #require(envelope.tabs.first { $0.id.rawValue == Scene.text })
        let received = try #require(envelope.documents.first { $0.id == tab.documentID }).blob
        let start = try await scene.desk.blob(received).count
        let written = try await scene.desk.blob(#require(envelope.latestVersion(of: tab.documentID))).dropFirst(start)
        for (number, other) in [(0, TabAlignment.left), (2, .right)] {
            #expect((written.range(of: Data("/Q \(number)".utf8)) != nil) == (side == other))
        }
    }
}
