import Envelopes
import Foundation
import Testing

@testable import SignWellDialect

@Suite("The query language of lists")
struct DocumentQueryTests {
    private static func query(_ text: String) throws -> SignWell.DocumentQuery {
        try SignWell.DocumentQuery(text, keys: SignWell.DocumentQuery.documentKeys)
    }

    @Test(
        "All conditions have to hold",
        arguments: [
            ("name:lease AND status:sent", true), ("name:lease AND status:completed", false), ("person:bo@", true),
            ("person:Cy", false), ("start_date:2026-11-21 AND end_date:2026-11-21", true),
            ("start_date:2026-11-22", false), ("end_date:2026-11-20", false),
            ("document_ids:0b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90", true),
            ("document_ids:1b7f0e3e-5a3c-4b64-9d5b-2f1c6a7d8e90", false), ("name:\"Lease\"", true),
        ])
    func conditions(text: String, holds: Bool) throws {
        #expect(try Self.query(text).holds(for: Lease.envelope(Lease.body)) == holds)
    }

    @Test(
        "Other words are refused", arguments: ["lease", "keyword:x", "name:a OR name:b", "start_date:today", "name:"])
    func refused(text: String) {
        let error = #expect(throws: SignWell.ErrorBody.self) { _ = try Self.query(text) }
        #expect(error?.status == 400)
    }

    @Test("A page of a list knows the pages beside it")
    func pages() throws {
        let page = try SignWell.PageRequest(["page": "2", "limit": "3"])
        #expect(page.start == 3)
        let place = SignWell.Pagination(page, total: 7)
        #expect((place.totalPages, place.nextPage, place.previousPage) == (3, 3, 1))
        #expect(SignWell.Pagination(SignWell.PageRequest(), total: 0).nextPage == nil)
        for query in [["limit": "51"], ["limit": "0"], ["page": "0"], ["page": "x"]] {
            #expect(throws: SignWell.ErrorBody.self) { _ = try SignWell.PageRequest(query) }
        }
    }
}
