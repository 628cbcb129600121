import Foundation

/// The signer's browser: it sends the signing page's requests, in the same order.
struct DemoPerson: Sendable {
    /// The service's address.
    let origin: String

    /// An opened signing page.
    struct Ceremony: Sendable {
        let client: DemoClient
        /// The page's base address, ending in a slash.
        let base: String
        let session: Session
        let pageImages: Int

        var summary: String {
            let pages = session.documents.reduce(0) { $0 + $1.pages.count }
            return "\(pages) page\(pages == 1 ? "" : "s"), \(pageImages) drawn, \(session.tabs.count) fields"
        }

        var fieldCount: Int { session.tabs.filter(\.isTyped).count }
    }

    /// The part of the page's session that this signer uses.
    struct Session: Decodable, Sendable {
        struct Document: Decodable, Sendable {
            struct Page: Decodable, Sendable {
                let width: Double
                let height: Double
            }
            let id: String
            let pages: [Page]
        }

        struct Tab: Decodable, Sendable {
            let id: String
            let kind: String
            let label: String
            let locked: Bool
            let documentId: String
            let page: Int

            var isTyped: Bool { !locked && (kind == "text" || kind == "checkbox") }
        }

        struct Person: Decodable, Sendable { let name: String }

        let recipient: Person
        let documents: [Document]
        let tabs: [Tab]
    }

    /// Follows the signing URL and loads the page's resources.
    func open(_ url: String) async throws -> Ceremony {
        let ticket = try await DemoClient().get(url, expecting: 303)
        guard let location = ticket.headers[.location],
            let cookie = ticket.headers[.setCookie]?.prefix(while: { $0 != ";" })
        else { throw DemoError.missing(what: "session", request: "GET /sign/…") }
        let client = DemoClient(credentials: (.cookie, String(cookie)))
        let base = origin + location
        _ = try await client.get(base)
        let session = try await client.get("\(base)session").decoded(Session.self)
        // The page loads images as they approach the viewport: the first two here.
        var images = 0
        for document in session.documents.prefix(1) {
            for number in 1...max(1, min(2, document.pages.count)) {
                _ = try await client.get("\(base)documents/\(document.id)/pages/\(number)/image?width=1000")
                _ = try await client.get("\(base)documents/\(document.id)/pages/\(number)/words")
                images += 1
            }
        }
        return Ceremony(client: client, base: base, session: session, pageImages: images)
    }

    /// Consents to electronic records, fills in the fields, and adopts a typed signature.
    func fill(_ ceremony: Ceremony) async throws {
        struct Nothing: Encodable {}
        struct Value: Encodable { let value: String }
        struct Preview: Decodable {
            struct Face: Decodable { let face: String }
            let faces: [Face]
        }
        let (client, base) = (ceremony.client, ceremony.base)
        _ = try await client.post("\(base)consent", Nothing())
        for tab in ceremony.session.tabs where tab.isTyped {
            let value = tab.kind == "checkbox" ? "true" : "London"
            _ = try await client.put("\(base)fields/\(tab.id)", Value(value: value))
        }
        let name = ceremony.session.recipient.name
        for kind in ["signature", "initials"] {
            let tab = kind == "signature" ? "signHere" : "initialHere"
            guard ceremony.session.tabs.contains(where: { $0.kind == tab }) else { continue }
            let text = kind == "signature" ? name : String(name.split(separator: " ").compactMap(\.first))
            let preview = try await client.post("\(base)signature/preview", ["kind": kind, "text": text])
                .decoded(Preview.self)
            guard let face = preview.faces.first?.face else {
                throw DemoError.missing(what: "handwriting face", request: "POST signature/preview")
            }
            let adoption = ["kind": kind, "method": "typed", "text": text, "face": face]
            _ = try await client.put("\(base)signature", adoption)
            let places = ceremony.session.tabs.filter { $0.kind == tab }.map(\.id)
            _ = try await client.post("\(base)signature/places", ["fields": places])
        }
    }

    /// Views the pages that must be seen before signing: each document's first page, and those with a field to fill
    /// in.
    private func look(_ ceremony: Ceremony) async throws {
        let first = ceremony.session.documents.map { Page(documentId: $0.id, page: 1) }
        let own = ceremony.session.tabs.map { Page(documentId: $0.documentId, page: $0.page) }
        let pages = Set(first + own)
        for page in pages {
            let image = "documents/\(page.documentId)/pages/\(page.page)/image?width=1000"
            _ = try await ceremony.client.get(ceremony.base + image)
        }
        _ = try await ceremony.client.post("\(ceremony.base)shown", ["pages": Array(pages)])
    }

    private struct Page: Hashable, Encodable {
        let documentId: String
        let page: Int
    }

    /// Presses Finish, and checks that the browser would return to the sender with the right event.
    func finish(_ ceremony: Ceremony) async throws {
        struct Nothing: Encodable {}
        struct Redirect: Decodable { let redirect: String }
        try await look(ceremony)
        let answer = try await ceremony.client.post("\(ceremony.base)finish", Nothing()).decoded(Redirect.self)
        guard answer.redirect.hasSuffix("event=signing_complete") else {
            throw DemoError.missing(what: "event=signing_complete", request: "POST finish")
        }
    }
}
