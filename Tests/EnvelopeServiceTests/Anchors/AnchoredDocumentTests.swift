import Envelopes
import Foundation
import PageImages
import Testing
import Typesetting

@testable import TestSupport

#if os(Linux)
    /// Two hundred generated documents: the texts stand at known places, on turned, cut and scaled pages, some drawn in
    /// several parts.
    @Suite("Anchors in generated documents")
    struct AnchoredDocumentTests {
        private static let account = "/restapi/v2.1/accounts/\(Stage.ada.accountID)"
        private static let documentsOfScript = 17

        @Test("Every anchor is found where it was drawn, and nothing else", arguments: AnchoredScript.all)
        func places(script: AnchoredScript) async throws {
            let stage = try Stage(renderer: PopplerPageRenderer())
            let typesetter = try HarfBuzzTypesetter()
            var count = 0
            for seed in 0..<Self.documentsOfScript {
                let file = try AnchoredFile(script, seed: seed, typesetter)
                count += file.marks.count
                let tabs = try await Self.tabs(of: file, script, stage)
                for (number, anchor) in script.anchors.enumerated() {
                    let expected = file.marks.filter { $0.text == anchor }
                    var found = tabs.filter { $0.label == "\(number)" }
                    #expect(found.count == expected.count, "seed \(seed): \(anchor)")
                    for mark in expected {
                        let index = found.firstIndex { mark.isMet(by: $0) }
                        let frames = found.filter { $0.page == mark.page }.map(\.frame)
                        #expect(index != nil, "seed \(seed): \(mark), found \(frames)")
                        if let index { found.remove(at: index) }
                    }
                }
            }
            #expect(count > 100)
        }

        /// Returns the checkboxes at the anchors, in reading order; the label is the anchor's number.
        private static func tabs(
            of file: AnchoredFile, _ script: AnchoredScript, _ stage: Stage
        ) async throws -> [EnvelopeTab] {
            let tabs: [[String: Any]] = script.anchors.enumerated().map { number, anchor in
                [
                    "anchorString": anchor, "tabLabel": "\(number)", "anchorIgnoreIfNotPresent": "true", "width": "1",
                    "height": "1",
                ]
            }
            let body: [String: Any] = [
                "emailSubject": "Lease", "status": "created",
                "documents": [
                    ["documentId": "1", "name": "Lease.pdf", "documentBase64": file.bytes.base64EncodedString()]
                ],
                "recipients": [
                    "signers": [
                        [
                            "recipientId": "1", "name": "Bo", "email": "bo@example.org", "tabs": ["checkboxTabs": tabs],
                        ]
                    ]
                ],
            ]
            let reply = await stage.call(
                .post, account + "/envelopes", try JSONSerialization.data(withJSONObject: body),
                headers: [.contentType: "application/json"])
            try #require(reply.status == 201, "\(reply.text)")
            let id = try #require(reply["envelopeId"].flatMap { EnvelopeID(rawValue: $0) })
            return try await stage.service.ledger.envelope(id).tabs
        }
    }
#endif
