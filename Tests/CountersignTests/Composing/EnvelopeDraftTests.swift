import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import TestSupport
import Testing
import Typesetting

@testable import Countersign

@Suite("Drafts of envelopes")
struct EnvelopeDraftTests {
    static let host = Recipient.Host(name: "Ada Host", email: "ada@example.org")

    /// Everything that a draft can hold.
    static func full() throws -> EnvelopeDraft {
        try EnvelopeDraft("Rental agreement", subject: "Please sign", message: "Both pages.\nThanks.") {
            DraftDocument(id: "1", name: "Agreement.pdf", data: try OfflinePDF.make(pages: 2))
            DraftDocument(id: "2", name: "House rules.pdf", data: try OfflinePDF.make(title: "Rules"))
            Signer(id: "1", name: "Ada Lovelace", email: "ada.l@example.com", clientUserID: "u-7", note: "Hello") {
                SignHere(document: "1", page: 2, x: 72, y: 600, scale: 1.5)
                InitialHere(document: "2", page: 1, x: 72, y: 700).optional()
                TextTab(
                    document: "1", page: 1, x: 72, y: 300, width: 200, label: "City", value: "Utrecht", maxLength: 30
                )
                .fontSize(12)
                TextTab(document: "1", page: 1, x: 72, y: 330, label: "Unit", value: "4B").locked()
                CheckboxTab(document: "1", page: 1, x: 72, y: 360, label: "Married", isTicked: true)
                TextTab(document: "1", page: 1, x: 172, y: 360, label: "Spouse").optional()
                    .shown(when: "Married", is: TabCondition.on)
                RadioGroup("Payment", document: "1", isRequired: true) {
                    RadioButton("Monthly", page: 1, x: 72, y: 400, isChosen: true)
                    RadioButton("Yearly", page: 1, x: 172, y: 400)
                }
                CheckboxGroup("Extras", .between(1, 2), message: "One or two.") {
                    CheckboxTab(document: "1", page: 1, x: 72, y: 430, label: "Garage")
                    CheckboxTab(document: "1", page: 1, x: 172, y: 430, label: "Cellar")
                    CheckboxTab(document: "1", page: 1, x: 272, y: 430, label: "Garden")
                }
                ListTab(
                    document: "1", page: 1, x: 72, y: 460, label: "Floor", items: ["Ground", "First"], value: "First")
                FullNameTab(document: "1", page: 2, x: 72, y: 660)
                EmailTab(document: "1", page: 2, x: 72, y: 690)
                DateSignedTab(document: "1", page: 2, x: 300, y: 600).tooltip("The day of signing")
            }
            InPersonSigner(id: "2", name: "Bo Tenant", host: host, routingOrder: 2) {
                SignHere(document: "1", page: 2, x: 300, y: 700)
            }
            CarbonCopy(id: "3", name: "Cy Agent", email: "cy@example.org", routingOrder: 3)
            TextCustomField(id: "1", name: "Reference", value: "R-77", isShown: true)
            ListCustomField(id: "2", name: "Branch", items: ["North", "South"], value: "South", isRequired: true)
        }
    }

    @Test("A draft with every kind of part is valid and becomes a complete definition")
    func fullDraft() throws {
        let draft = try Self.full()
        let fonts = FieldText(HarfBuzzTypesetter(withoutHandwriting: FontOrder()))
        #expect(draft.validate(fonts: fonts) == [])
        let definition = try draft.prepared(accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@f.org"))
            .definition
        #expect(definition.emailSubject == "Please sign")
        #expect(definition.transactionID == draft.id.rawValue)
        #expect(definition.documents.map(\.pages.count) == [2, 1])
        #expect(definition.recipients.map(\.kind) == [.signer, .inPersonSigner, .carbonCopy])
        let tab = try #require(definition.tabs.first)
        // One and a half times the usual 120 by 36 points.
        #expect(tab.frame == TabFrame(x: 72, y: 600, width: 180, height: 54))
        #expect(definition.tabs.count { $0.kind == .radio } == 2)
        #expect(definition.tabGroups.map(\.label) == ["Extras"])
        #expect(definition.tabGroups.first?.recipientID == "1")
        #expect(Set(definition.tabs.map(\.id)).count == definition.tabs.count)
    }

    @Test("A request made from a draft is read back as the same documents, recipients and tabs")
    func roundTrip() throws {
        let draft = try Self.full()
        let sender = Sender(userID: "u", name: "Ada Host", email: "ada@example.org")
        let prepared = try draft.prepared(accountID: "a", sender: sender)
        let bytes = try JSONEncoder().encode(prepared.request(sending: true))
        let wire = try JSONDecoder().decode(Wire.EnvelopeDefinition.self, from: bytes)
        #expect(try wire.isSentAtOnce())
        #expect(wire.transactionId == draft.id.rawValue)
        let received = try wire.receivedDocuments()
        let contents = prepared.definition.documents.map { document in
            prepared.contents[document.id].map(ReceivedDocument.Content.bytes)
        }
        #expect(received.map(\.content) == contents)
        let again = try wire.definition(
            accountID: "a", sender: sender,
            documents: received.map { one in
                let bytes = try #require(prepared.contents[one.id])
                return EnvelopeDocument(
                    id: one.id, name: one.name, blob: BlobHash(of: bytes), pages: try DocumentIntake.read(bytes),
                    order: one.order)
            }
        ) { TabID(UUID()) }
        #expect(again.documents == prepared.definition.documents)
        #expect(again.recipients == prepared.definition.recipients)
        #expect(again.tabGroups == prepared.definition.tabGroups)
        #expect(again.customFields == prepared.definition.customFields)
        // The server draws its own ids and orders tabs by their kinds.
        func reported(_ definition: EnvelopeDefinition) -> Set<EnvelopeTab> {
            let none = TabID(UUID(uuidString: "00000000-0000-4000-8000-000000000000") ?? UUID())
            return Set(
                definition.tabs.map { tab in
                    EnvelopeTab(
                        id: none, kind: tab.kind, documentID: tab.documentID, recipientID: tab.recipientID,
                        page: tab.page, frame: tab.frame, label: tab.label, required: tab.required, locked: tab.locked,
                        value: tab.value, maxLength: tab.maxLength, tooltip: tab.tooltip, fontSize: tab.fontSize,
                        choice: tab.choice, options: tab.options, condition: tab.condition,
                        groupLabels: tab.groupLabels)
                })
        }
        #expect(reported(again) == reported(prepared.definition))
        #expect(again.tabs.count == prepared.definition.tabs.count)
    }

    @Test("A request has none of the members that only answers have")
    func answerMembers() throws {
        let prepared = try Self.full().prepared(
            accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@f.org"))
        let text = String(decoding: try JSONEncoder().encode(prepared.request(sending: false)), as: UTF8.self)
        for name in ["recipientIdGuid", "tabType", "\"tabId\"", "originalValue", "completedCount", "totalTabCount"] {
            #expect(!text.contains(name), "\(name)")
        }
        #expect(text.contains(#""status":"created""#))
    }

    @Test("Every problem of a draft is reported at once")
    func problems() throws {
        let folder = TemporaryFolder()
        let missing = folder.url.appending(path: "missing.pdf")
        let url = try #require(URL(string: "https://example.org/lease.pdf"))
        let draft = EnvelopeDraft("", subject: "") {
            DraftDocument(id: "1", name: "One", data: Data("Not a PDF.".utf8))
            DraftDocument(id: "2", name: "Two", file: missing)
            DraftDocument(id: "3", name: "Three", url: url)
            Signer(id: "1", name: "Bo <b>", email: "nobody") {
                SignHere(document: "9", page: 1, x: 72, y: 500, scale: 3)
                TextTab(document: "1", page: 4, x: 72, y: 500, label: "City").fontSize(13)
            }
            Signer(id: "2", name: "Cy", email: "cy@example.org") {}
            Signer(id: "3", name: "Cy", email: "CY@example.org") {}
        }
        let problems = draft.validate()
        let tabs = draft.recipients[0].tabs
        #expect(problems.contains(.notAPDF("1")))
        #expect(problems.contains(.unreadableFile("2", path: missing.path)))
        #expect(problems.contains(.definition(.emptySubject)))
        #expect(problems.contains(.definition(.notAnEmail("1", "nobody"))))
        #expect(problems.contains(.definition(.unknownDocument(tabs[0].tab(of: "1")))))
        #expect(problems.contains(.markupInName("1", "Bo <b>")))
        #expect(problems.contains(.duplicateSigner("2", "3")))
        #expect(problems.contains(.badScale(tabs[0], "1")))
        #expect(problems.contains(.badFontSize(tabs[1], "1")))
        // A document that cannot be read is reported once, not again as one without pages.
        #expect(problems.count == 9)
        // A document has to be there to be sent; the problem appears at the document's position.
        let notLoaded = DraftProblem.notLoaded("3", url, reason: "it was not fetched before")
        var reported = problems
        reported.insert(notLoaded, at: 2)
        #expect(throws: CountersignError.invalidDraft(reported)) {
            try draft.prepared(accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@f.org"))
        }
        #expect(problems.allSatisfy { !$0.description.isEmpty })
    }

    @Test("A document with a password or too many pages is refused")
    func refusedDocuments() throws {
        let protected = try #require(
            Data(
                base64Encoded: Self.encryptedPDF, options: .ignoreUnknownCharacters))
        let long = try OfflinePDF.make(pages: 2001)
        let draft = EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Protected", data: protected)
            DraftDocument(id: "2", name: "Long", data: long)
            Signer(id: "1", name: "Bo", email: "bo@example.org") {}
        }
        #expect(
            draft.validate() == [.passwordProtected("1"), .tooManyPages("2", count: 2001, limit: 2000)])
    }

    /// A page without content, encrypted for the password `secret` (qpdf 11: `--encrypt secret secret 256`); only its
    /// trailer matters here, which names an encryption dictionary that no password opens.
    private static var encryptedPDF: String {
        let objects = [
            "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
            "<</Type/Page/Parent 2 0 R>>",
            "<</Filter/Standard/V 1/R 2/P -4/O<\(String(repeating: "41", count: 32))>/U<\(String(repeating: "42", count: 32))>>>",
        ]
        var file = "%PDF-1.7\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        file += "xref\n0 5\n0000000000 65535 f \n"
        for offset in offsets {
            file += String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
        }
        let id = String(repeating: "43", count: 16)
        file += "trailer<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<\(id)><\(id)>]>>\nstartxref\n\(start)\n%%EOF\n"
        return Data(file.utf8).base64EncodedString()
    }

    @Test("Documents are read from files and fetched from servers")
    func documentSources() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let file = folder.url.appending(path: "lease.pdf")
        try OfflinePDF.make().write(to: file)
        let good = try #require(URL(string: "https://example.org/rules.pdf"))
        let bad = try #require(URL(string: "https://example.org/gone.pdf"))
        var draft = EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", file: file)
            DraftDocument(id: "2", name: "Rules", url: good)
            DraftDocument(id: "3", name: "Gone", url: bad)
            Signer(id: "1", name: "Bo", email: "bo@example.org") {}
        }
        let server = OneFileServer(url: good, body: try OfflinePDF.make(title: "Rules"))
        await #expect(
            throws: CountersignError.invalidDraft([.notLoaded("3", bad, reason: "the server answered 404")])
        ) { try await draft.loadDocuments(over: server) }
        draft.documents.removeLast()
        #expect(draft.validate() == [])
    }

    @Test("Choosing a button of a radio group gives up the one chosen before")
    func radioGroup() throws {
        let group = RadioGroup("Payment", document: "1") {
            RadioButton("Monthly", page: 1, x: 72, y: 400, isChosen: true)
            RadioButton("Yearly", page: 1, x: 172, y: 400)
        }.choosing("Yearly")
        #expect(group.draft.tabs.map(\.value) == ["false", "true"])
    }

    @Test("Without a subject, the draft's name is the subject")
    func defaultSubject() throws {
        let draft = try EnvelopeDraft("Lease") {
            DraftDocument(id: "1", name: "Lease", data: try OfflinePDF.make())
            for number in 1...3 {
                Signer(id: RecipientID("\(number)"), name: "Signer \(number)", email: "s\(number)@example.org") {
                    if number != 2 { SignHere(document: "1", page: 1, x: 72, y: 100 * Double(number)) }
                }
            }
        }
        let prepared = try draft.prepared(accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@f.org"))
        #expect(prepared.definition.emailSubject == "Lease")
        #expect(prepared.definition.tabs.map(\.recipientID) == ["1", "3"])
    }
}

private struct OneFileServer: HTTPTransport {
    let url: URL
    let body: Data

    func send(_ call: HTTPCall, timeout: TimeInterval) async throws -> HTTPReply {
        call.url == url ? HTTPReply(status: 200, body: body) : HTTPReply(status: 404)
    }
}
