import Essentials
import Foundation
import Testing

@testable import Envelopes

@Suite("Validation of a definition")
struct ValidationTests {
    private func problems(_ change: (inout EnvelopeDefinition) -> Void, sending: Bool = true) -> [EnvelopeProblem] {
        var definition = Samples.definition()
        change(&definition)
        return definition.problems(whenSending: sending)
    }

    @Test("A correct definition has no problems")
    func validSample() {
        #expect(problems { _ in } == [])
    }

    @Test("Every problem of a definition is reported at once")
    func everyProblem() {
        let off = Samples.tab(11, .text, frame: TabFrame(x: 600, y: 100, width: 40, height: 20))
        let flat = Samples.tab(12, .text, frame: TabFrame(x: 10, y: 100, width: 40, height: 0))
        let negative = Samples.tab(13, .text, frame: TabFrame(x: -1, y: 100, width: 40, height: 10))
        let late = Samples.tab(14, .text, page: 3)
        let lost = Samples.tab(15, .text, for: "9", on: "8")
        let found = problems {
            $0.emailSubject = " "
            $0.documents.append(Samples.document("1", order: 2))
            $0.recipients[0].email = "bo@example"
            $0.recipients[0].name = ""
            $0.recipients[1].routingOrder = 0
            $0.recipients[1].clientUserID = String(repeating: "x", count: 101)
            $0.recipients.append(Recipient(id: "2", name: "Cy", email: "cy@example.org"))
            $0.tabs += [off, flat, negative, late, lost, Samples.tab(11, .text)]
        }
        #expect(
            found == [
                .emptySubject,
                .duplicateDocument("1"),
                .empty(.recipient("1", .name)),
                .notAnEmail("1", "bo@example"),
                .routingOrderBelowOne("2", 0),
                .tooLong(.recipient("2", .clientUserID), limit: 100),
                .duplicateRecipient("2"),
                .offPage(off, page: Samples.letter),
                .noSize(flat),
                .negativePosition(negative),
                .pageOutOfRange(late, pages: 2),
                .unknownRecipient(lost),
                .unknownDocument(lost),
                .duplicateTab(Samples.tabID(11)),
            ])
        #expect(throws: EnvelopeError.invalid([.noDocument, .noSigner])) {
            var definition = Samples.definition()
            definition.documents = []
            definition.recipients = []
            definition.tabs = []
            _ = try decide(.create(Samples.envelopeID, definition, send: true), nil, Samples.context())
        }
    }

    @Test("A draft may be incomplete but cannot be sent so")
    func incompleteDraft() throws {
        var definition = Samples.definition()
        definition.documents = []
        definition.recipients = []
        definition.tabs = []
        definition.emailSubject = ""
        var history = try History(decide(.create(Samples.envelopeID, definition), nil, Samples.context()))
        #expect(history.envelope.status == .created)
        #expect(throws: EnvelopeError.invalid([.noDocument, .noSigner, .emptySubject])) {
            try history.perform(.send)
        }
    }

    @Test("A tab may touch the page's edges but not cross them")
    func pageEdges() {
        let touching = Samples.tab(20, .text, frame: TabFrame(x: 0, y: 0, width: 612, height: 792))
        #expect(problems { $0.tabs.append(touching) } == [])
        for frame in [
            TabFrame(x: 0.001, y: 0, width: 612, height: 792), TabFrame(x: 0, y: 0, width: 612, height: 792.001),
        ] {
            let tab = Samples.tab(20, .text, frame: frame)
            #expect(problems { $0.tabs.append(tab) } == [.offPage(tab, page: Samples.letter)])
        }
    }

    @Test(
        "Infinite, huge and undefined lengths are refused without a crash",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func impossibleLengths(length: Double) {
        let tab = Samples.tab(20, .text, frame: TabFrame(x: 1, y: 1, width: length, height: 10))
        #expect(problems { $0.tabs.append(tab) }.count == 1)
        #expect(
            !problems { $0.documents[0].pages[0] = PageSize(width: length, height: length.isFinite ? length : 1) }
                .isEmpty || length == .infinity || length == 1e300)
    }

    @Test("Text of invisible characters is blank", arguments: ["", " \t", "\u{200B}", "\u{3164}", "\u{2800}\u{FEFF}"])
    func blankText(text: String) {
        #expect(TextRules.isBlank(text))
        #expect(!TextRules.isBlank(text + "x") && !TextRules.isBlank(text + "."))
    }

    @Test("The value of a text tab may have several lines")
    func lines() {
        #expect(problems { $0.tabs.append(Samples.tab(20, .text, value: "a\r\nb\nc")) } == [])
    }

    @Test("Values and limits that do not fit a tab's kind are refused")
    func senderValues() {
        let date = Samples.tab(20, .dateSigned, value: "today")
        let box = Samples.tab(21, .checkbox, value: "X")
        let long = Samples.tab(22, .text, value: "four", maxLength: 3)
        let lines = Samples.tab(23, .text, value: "a\n\tb")
        let zero = Samples.tab(24, .text, maxLength: 0)
        let odd = Samples.tab(25, .signHere, maxLength: 3)
        #expect(
            problems { $0.tabs += [date, box, long, lines, zero, odd] } == [
                .valueNotAllowed(date), .notTrueOrFalse(box),
                .tooLong(.tab(long, .value), limit: 3),
                .controlCharacter(.tab(lines, .value)),
                .maxLengthBelowOne(zero), .maxLengthWithoutText(odd),
            ])
    }

    @Test(
        "An id with other characters or too many of them is refused",
        arguments: ["", "a b", "å", "1/2", String(repeating: "1", count: 65)])
    func identifiers(id: String) {
        let found = problems {
            $0.documents.append(Samples.document(DocumentID(id), order: 2))
            $0.recipients.append(Recipient(id: RecipientID(id), name: "Cy", email: "cy@example.org"))
        }
        #expect(found.contains(.badIdentifier(.document(DocumentID(id), .id), id: id)))
        #expect(found.contains(.badIdentifier(.recipient(RecipientID(id), .id), id: id)))
    }

    @Test(
        "A valid e-mail address is accepted",
        arguments: [
            "bo@example.org", "b.o+tag@sub.example.co", "ö@exämple.org", "o'neil@example.org",
            String(repeating: "a", count: 64) + "@example.org",
        ])
    func validAddresses(text: String) {
        #expect(EmailAddress.isValid(text))
    }

    @Test(
        "An invalid e-mail address is refused",
        arguments: [
            "", "bo", "@example.org", "bo@", "bo@example", "bo@@example.org", "bo@exa mple.org", "bo @example.org",
            "bo@example..org", ".bo@example.org", "bo.@example.org", "bo@-example.org", "bo@example.org\n",
            "bo@exa_mple.org",
            "Bo <bo@example.org>", "bo,cy@example.org", String(repeating: "a", count: 65) + "@example.org",
            "a@" + String(repeating: "b.", count: 130) + "org",
        ])
    func invalidAddresses(text: String) {
        #expect(!EmailAddress.isValid(text))
    }

    @Test("An address that mail servers cannot deliver to is refused for recipients who get mail")
    func undeliverableAddress() {
        func change(_ definition: inout EnvelopeDefinition, _ clientUserID: String?) {
            definition.recipients[0].email = "jörg@exämple.org"
            definition.recipients[0].clientUserID = clientUserID
        }
        let found = problems { change(&$0, nil) }
        #expect(found == [.undeliverableEmail("1", "jörg@exämple.org")])
        #expect(found.first?.description.contains("jörg@exämple.org") == true)
        #expect(problems { change(&$0, "u-1") }.isEmpty)
    }

    @Test("A name cannot change the direction of the text after it")
    func textDirection() {
        #expect(
            problems { $0.recipients[0].name = "Bo\u{202E}rengiS" } == [
                .controlCharacter(.recipient("1", .name))
            ])
    }

    @Test("Every problem and error is one sentence")
    func sentences() {
        let tab = Samples.tab(1, .text)
        let problems: [EnvelopeProblem] = [
            .noDocument, .noSigner, .emptySubject, .empty(.title), .tooLong(.title, limit: 3),
            .controlCharacter(.title), .tooMany(.tabs, limit: 3),
            .badIdentifier(.recipient("", .id), id: ""),
            .duplicateDocument("1"), .duplicateRecipient("1"), .duplicateTab(tab.id), .duplicateCustomField("1"),
            .documentWithoutPages("1"), .badPageSize("1", page: 1), .notAnEmail("1", "bo"),
            .routingOrderBelowOne("1", 0), .unknownDocument(tab), .unknownRecipient(tab),
            .pageOutOfRange(tab, pages: 1), .noSize(tab), .negativePosition(tab), .offPage(tab, page: Samples.letter),
            .badFontSize(tab), .maxLengthBelowOne(tab), .maxLengthWithoutText(tab), .valueNotAllowed(tab),
            .notTrueOrFalse(tab),
        ]
        let errors: [EnvelopeError] = [
            .noEnvelope, .alreadyCreated(Samples.envelopeID), .wrongStatus(.voided, .signed),
            .unknownRecipient("1"), .notAllowed(Samples.sender, .signed), .notRecipientsTurn("1"),
            .alreadyFinished("1"), .consentMissing("1"), .unknownTab(tab.id), .foreignTab(tab, "1"), .lockedTab(tab),
            .hiddenTab(tab),
            .notFilledByHand(tab), .notFilledByService(tab), .valueTooLong(tab, limit: 3), .controlCharacter(tab),
            .notTrueOrFalse(tab), .requiredTabsEmpty([tab]), .nothingSigned("1"), .unknownDocument("1"),
            .unchangedDocument("1"), .documentsNotSealed(["1"]), .reasonMissing, .reasonTooLong(limit: 3),
            .reasonWithControlCharacter, .keyTooLong(limit: 3), .history(.wrongHash(sequence: 3)),
        ]
        for sentence in problems.map(\.description) + errors.map(\.description) {
            #expect(sentence.first?.isUppercase == true && sentence.last == ".")
            #expect(!sentence.dropLast().contains(". "))
        }
    }
}
