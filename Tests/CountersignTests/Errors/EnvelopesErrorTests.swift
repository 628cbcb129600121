import Envelopes
import Foundation
import Testing

@Suite("Errors of envelopes, as an app sees them")
struct EnvelopesErrorTests {
    private let id = EnvelopeID(UUID())
    private let actor = EventActor(kind: .recipient, id: "1", name: "Bo")
    private let group = TabGroup(label: "x", recipientID: "1", rule: .selectAtLeast, minimum: 1, maximum: 1)
    private let tab = EnvelopeTab(
        id: TabID(UUID()), kind: .text, documentID: "1", recipientID: "1", page: 1,
        frame: TabFrame(x: 1, y: 1, width: 1, height: 1), label: "x")

    @Test("The codes of EnvelopeError are stable")
    func envelopeError() {
        let rows: [(EnvelopeError, Int)] = [
            (.invalid([.noDocument]), 1),
            (.noEnvelope, 2),
            (.alreadyCreated(id), 3),
            (.wrongStatus(.sent, .signed), 4),
            (.unknownRecipient("1"), 5),
            (.notAllowed(actor, .signed), 6),
            (.notRecipientsTurn("1"), 7),
            (.alreadyFinished("1"), 8),
            (.consentMissing("1"), 9),
            (.unknownTab(tab.id), 10),
            (.foreignTab(tab, "1"), 11),
            (.lockedTab(tab), 12),
            (.hiddenTab(tab), 13),
            (.notFilledByHand(tab), 14),
            (.notFilledByService(tab), 15),
            (.nothingAdopted(tab), 16),
            (.valueTooLong(tab, limit: 1), 17),
            (.controlCharacter(tab), 18),
            (.notTrueOrFalse(tab), 19),
            (.onlyChosen(tab), 20),
            (.notAnOption(tab, "x"), 21),
            (.groupsUnmet([group]), 22),
            (.requiredTabsEmpty([tab]), 23),
            (.nothingSigned("1"), 24),
            (.unknownDocument("1"), 25),
            (.unchangedDocument("1"), 26),
            (.documentsNotSealed(["1"]), 27),
            (.notTheNewestEvents(first: 1, last: 1), 28),
            (.tooManyAdoptions("1", limit: 1), 29),
            (.tooManyEntries("1", limit: 1), 30),
            (.reasonMissing, 31),
            (.reasonTooLong(limit: 1), 32),
            (.reasonWithControlCharacter, 33),
            (.keyTooLong(limit: 1), 34),
            (.keyReused, 35),
            (.history(.empty), 36),
        ]
        expectShown("Countersign.EnvelopeError", rows)
    }

    @Test("The codes of EnvelopeProblem are stable")
    func envelopeProblem() {
        let rows: [(EnvelopeProblem, Int)] = [
            (.noDocument, 1),
            (.noSigner, 2),
            (.emptySubject, 3),
            (.empty(.title), 4),
            (.tooLong(.title, limit: 1), 5),
            (.controlCharacter(.title), 6),
            (.tooMany(.tabs, limit: 1), 7),
            (.badIdentifier(.recipient("x", .id), id: "x"), 8),
            (.duplicateDocument("1"), 9),
            (.reservedDocument("1"), 10),
            (.duplicateRecipient("1"), 11),
            (.duplicateTab(tab.id), 12),
            (.duplicateCustomField("x"), 13),
            (.documentWithoutPages("1"), 14),
            (.badPageSize("1", page: 1), 15),
            (.notAnEmail("1", "x"), 16),
            (.routingOrderBelowOne("1", 1), 17),
            (.unknownDocument(tab), 18),
            (.unknownRecipient(tab), 19),
            (.pageOutOfRange(tab, pages: 1), 20),
            (.noSize(tab), 21),
            (.negativePosition(tab), 22),
            (.offPage(tab, page: PageSize(width: 1, height: 1)), 23),
            (.badFontSize(tab), 24),
            (.maxLengthBelowOne(tab), 25),
            (.maxLengthWithoutText(tab), 26),
            (.valueNotAllowed(tab), 27),
            (.notTrueOrFalse(tab), 28),
            (.hostMissing("1"), 29),
            (.hostNotAllowed("1"), 30),
            (.hostNotAnEmail("1", "x"), 31),
            (.tabForCopy(tab), 32),
            (.radioWithoutGroup(tab), 33),
            (.choiceWithoutRadio(tab), 34),
            (.duplicateChoice(tab), 35),
            (.severalChosen(group: "x", "1"), 36),
            (.radioGroupOnSeveralDocuments(group: "x", "1"), 37),
            (.listWithoutOptions(tab), 38),
            (.optionsWithoutList(tab), 39),
            (.duplicateOption(tab, "x"), 40),
            (.valueNotOffered(tab, "x"), 41),
            (.conditionWithoutParent(tab), 42),
            (.conditionNeverMet(tab), 43),
            (.conditionInCircle(tab), 44),
            (.duplicateTabGroup(group), 45),
            (.badTabGroup(group, .noTabs), 46),
            (.unknownTabGroup(tab, "x"), 47),
            (.customFieldValueNotOffered("x", "x"), 48),
        ]
        expectShown("Countersign.EnvelopeProblem", rows)
    }

    @Test("The codes of HistoryError are stable")
    func historyError() {
        let rows: [(HistoryError, Int)] = [
            (.empty, 1),
            (.unreadable(sequence: 1, reason: "x"), 2),
            (.unwritable(sequence: 1, reason: "x"), 3),
            (.notCanonical(sequence: 1), 4),
            (.wrongSequence(sequence: 1, found: 1), 5),
            (.foreignEnvelope(sequence: 1, id), 6),
            (.wrongPreviousHash(sequence: 1), 7),
            (.wrongHash(sequence: 1), 8),
            (.wrongDeviceSignature(sequence: 1), 9),
            (.impossible(sequence: 1, reason: "x"), 10),
        ]
        expectShown("Countersign.HistoryError", rows)
    }

    @Test("The codes of TemplateProblem are stable")
    func templateProblem() {
        let rows: [(TemplateProblem, Int)] = [
            (.definition(.noDocument), 1),
            (.emptyName, 2),
            (.tooLong(.name, limit: 1), 3),
            (.controlCharacter(.name), 4),
            (.nobody("1"), 5),
            (.duplicateRole("x"), 6),
            (.emptyFolderName, 7),
        ]
        expectShown("Countersign.TemplateProblem", rows)
    }
}
