import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import TestSupport

@Suite("Downloads for one recipient")
struct RecipientDownloadTests {
    /// How a sender hides the second document from the first recipient.
    enum Hiding: CaseIterable {
        case byExclusion
        case byTabs

        /// The numbers of the documents that a recipient sees.
        func seen(by recipient: RecipientID?) -> [Int] {
            switch (recipient, self) {
            case ("1", _): [1]
            case ("2", .byTabs): [2]
            default: [1, 2]
            }
        }
    }

    private static let path = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes"

    /// Two documents, each with as many pages as its number, and a signer for each.
    private static func envelope(_ hiding: Hiding) throws -> Data {
        func document(_ id: Int) throws -> [String: Any] {
            let bytes = try Device.pdf("Paper \(id)", pages: id)
            return ["documentId": "\(id)", "name": "paper\(id).pdf", "documentBase64": bytes.base64EncodedString()]
        }
        func signer(_ id: Int) -> [String: Any] {
            let tab = ["documentId": "\(id)", "pageNumber": "1", "xPosition": "72", "yPosition": "600"]
            return [
                "recipientId": "\(id)", "name": "Bo", "email": "person\(id)@example.org", "clientUserId": "u-\(id)",
                "tabs": ["signHereTabs": [tab]],
            ]
        }
        var first = signer(1)
        if hiding == .byExclusion { first["excludedDocuments"] = ["2"] }
        let request: [String: Any] = [
            "emailSubject": "Two papers", "status": "sent", "enforceSignerVisibility": "\(hiding == .byTabs)",
            "documents": [try document(1), try document(2)], "recipients": ["signers": [first, signer(2)]],
        ]
        return try JSONSerialization.data(withJSONObject: request)
    }

    @Test(
        "The list and every download hold what the recipient may see, before and after completion",
        arguments: Hiding.allCases)
    func everyDownload(hiding: Hiding) async throws {
        let authority = try EnvelopeAuthority("Service")
        let stage = try Stage(authority: authority)
        let made = await stage.call(
            .post, Self.path, try Self.envelope(hiding), headers: [.contentType: "application/json"])
        let id = try #require(EnvelopeID(rawValue: made["envelopeId"] ?? ""), "\(made.text)")
        try await expectOwnFiles(stage, id, hiding, isComplete: false)
        for recipient: RecipientID in ["1", "2"] {
            try await Device.complete(
                recipient, of: id, town: "", on: stage.service.ledger, authority: authority,
                CeremonyConfiguration(now: { [now = stage.clock.now] in now }))
        }
        #expect(try await stage.service.ledger.envelope(id).status == .completed)
        try await expectOwnFiles(stage, id, hiding, isComplete: true)
        let unknown = await stage.call(
            .get, "\(Self.path)/\(id)/documents/archive", query: ["recipient_id": "7"])
        unknown.expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT")
    }

    private func expectOwnFiles(_ stage: Stage, _ id: EnvelopeID, _ hiding: Hiding, isComplete: Bool) async throws {
        for recipient: RecipientID? in [nil, "1", "2"] {
            let seen = hiding.seen(by: recipient)
            let hasCertificate = isComplete && seen.count == 2
            func get(_ document: String) async -> HTTPReply {
                let query = recipient.map { ["recipient_id": $0.rawValue] } ?? [:]
                return await stage.call(.get, "\(Self.path)/\(id)/documents\(document)", query: query)
            }
            let listed = await get("").objects("envelopeDocuments").compactMap { $0["documentId"] as? String }
            #expect(listed == seen.map(String.init) + (hasCertificate ? ["certificate"] : []))
            for number in [1, 2] {
                let file = await get("/\(number)")
                #expect(file.status == (seen.contains(number) ? 200 : 404))
                if file.status == 200 { #expect(try PDFDocument(file.body).pageCount() == number) }
            }
            #expect(try PDFDocument(await get("/combined").body).pageCount() == seen.reduce(0, +))
            #expect(await get("/certificate").status == (hasCertificate ? 200 : 404))
            let archive = await get("/archive")
            #expect(archive.status == 200 && archive.headers[.contentType] == "application/zip")
            let names = seen.map { "paper\($0).pdf" } + (hasCertificate ? ["Summary.pdf"] : [])
            #expect(Self.names(in: archive.body) == names)
        }
    }

    /// The names in a zip archive's directory (PKWARE APPNOTE 4.3.12).
    private static func names(in archive: Data) -> [String] {
        let bytes = [UInt8](archive)
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
        }
        var names: [String] = []
        // The directory's place is in the record at the end.
        var place = number(bytes.count - 6, 4)
        while number(place, 4) == 0x0201_4B50 {
            let length = number(place + 28, 2)
            names.append(String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self))
            place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
        }
        return names
    }
}
