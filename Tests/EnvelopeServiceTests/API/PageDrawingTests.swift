import ESignatureCalls
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import PageImages
import SignedPDF
import Testing

@testable import EnvelopeWork

/// Draws every page but one.
private struct OnePageMissing: PageRenderer {
    let page: Int
    let error: PageImageError

    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data {
        #expect(try await source.bytes().starts(with: Data("%PDF".utf8)))
        #expect(source.share.account == Stage.ada.accountID)
        if page == self.page { throw error }
        return Data()
    }

    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }
}

@Suite("Pages drawn before sending")
struct PageDrawingTests {
    private static let path = "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes"

    private func envelope(status: String) throws -> Data {
        var composition = PDFComposition(DocumentInformation(title: "Lease"))
        for _ in 0..<3 { composition.addPage() }
        let tabs = ["signHereTabs": [["documentId": "7", "pageNumber": "2", "xPosition": "72", "yPosition": "600"]]]
        let request: [String: Any] = [
            "emailSubject": "Please sign", "status": status,
            "documents": [
                [
                    "documentId": "7", "name": "lease.pdf",
                    "documentBase64": try composition.data().base64EncodedString(),
                ]
            ],
            "recipients": [
                "signers": [
                    [
                        "recipientId": "1", "name": "Bo", "email": "bo@example.org", "clientUserId": "u-1",
                        "tabs": tabs,
                    ]
                ]
            ],
        ]
        return try JSONSerialization.data(withJSONObject: request)
    }

    @Test("Where nothing can be drawn at all, the document is not blamed, and nothing is stored")
    func fullDisk() async throws {
        let faults = Locked(0)
        let problem = PageImageError.fileProblem(path: "/x", reason: "the disk is full.")
        let stage = try Stage(renderer: OnePageMissing(page: 2, error: problem)) {
            $0.report = { _, _ in faults.withLock { $0 += 1 } }
        }
        let answer = await stage.call(
            .post, Self.path, try envelope(status: "sent"), headers: [.contentType: "application/json"])
        answer.expectRefusal(503, "PAGES_UNAVAILABLE", containing: "nothing was stored")
        #expect(answer.headers[.retryAfter] == "1" && !answer.text.contains("/x"))
        #expect(faults.withLock { $0 } == 1)
        let full = APIRefusal(StorageError.full(what: "/x"), path: "/")
        #expect(full?.status == 507 && full?.body.message.contains("disk is full") == true)
        #expect(APIRefusal.isFault(StorageError.full(what: "/x"), path: "/"))
        #expect(!APIRefusal.isFault(StorageError.unknownEnvelope(EnvelopeID(UUID())), path: "/"))
    }

    @Test(
        "An envelope is refused only if a page with a field cannot be drawn",
        arguments: [
            (2, PageImageError.unrenderable(page: 2, reason: "x"), true), (2, .timedOut(page: 2, seconds: 20), true),
            (1, .unrenderable(page: 1, reason: "x"), false),
        ])
    func undrawable(page: Int, error: PageImageError, isRefused: Bool) async throws {
        let stage = try Stage(renderer: OnePageMissing(page: page, error: error))
        let headers: HTTPFields = [.contentType: "application/json"]
        let sent = await stage.call(.post, Self.path, try envelope(status: "sent"), headers: headers)
        if isRefused {
            sent.expectRefusal(400, "UNSUPPORTED_PDF_CONTENT", containing: "Document 7: page 2 cannot be drawn")
        } else {
            #expect(sent.status == 201)
        }
        // A draft is judged when it is sent.
        let draft = await stage.call(.post, Self.path, try envelope(status: "created"), headers: headers)
        #expect(draft.status == 201)
        let id = try #require(draft["envelopeId"])
        let update = Data("{\"status\":\"sent\"}".utf8)
        let answer = await stage.call(.put, "\(Self.path)/\(id)", update, headers: headers)
        #expect(answer.status == (isRefused ? 400 : 200))
    }

    @Test("A renderer that cannot run is the service's fault, and the request may be repeated")
    func noProgram() async throws {
        let stage = try Stage(renderer: OnePageMissing(page: 2, error: .programFailed(reason: "x")))
        let sent = await stage.call(
            .post, Self.path, try envelope(status: "sent"), headers: [.contentType: "application/json"])
        sent.expectRefusal(503, "PAGES_UNAVAILABLE")
    }
}
