import Envelopes
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("The store of templates")
struct TemplateStoreTests {
    @Test(
        "A search takes every character as it is, and letters of either case",
        arguments: Engine.allCases,
        [
            ("100%", ["Rent 100% up front"]), ("100_", []), ("a_b", ["Form a_b"]), (#"c\d"#, [#"Form c\d"#]),
            ("FORM", ["Form a_b", #"Form c\d"#]),
        ]
            as [(String, [String])])
    func search(
        engine: Engine, search: (text: String, names: [String])
    ) async throws {
        let store = try LedgerFixture(engine)
        let templates = SQLTemplateStore(store.database)
        let owner = Sender(userID: store.user, name: "Ada Sender", email: "ada@example.org")
        for name in ["Rent 100% up front", "Rent 1000 up front", "Form a_b", "Forum axb", #"Form c\d"#] {
            try await templates.keep(
                Template(
                    id: TemplateID(UUID()), accountID: store.account, owner: owner, name: name, documents: [],
                    createdAt: Moment.start))
        }
        let page = try await templates.page(
            TemplateSelection(accountID: store.account, userID: store.user, text: search.text))
        var found: [String] = []
        for id in page.ids { found.append(try #require(try await templates.template(id)).name) }
        #expect(found == search.names && page.total == search.names.count)
    }
}
