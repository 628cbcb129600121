import Envelopes
import Essentials
import Foundation
import Testing
import Typesetting

@testable import Ceremony
@testable import PageImages
@testable import Words

@Suite("Errors of pages, fonts and ceremonies, as an app sees them")
struct CeremonyErrorTests {
    private let group = TabGroup(label: "x", recipientID: "1", rule: .selectAtLeast, minimum: 1, maximum: 1)
    private let tab = EnvelopeTab(
        id: TabID(UUID()), kind: .text, documentID: "1", recipientID: "1", page: 1,
        frame: TabFrame(x: 1, y: 1, width: 1, height: 1), label: "x")

    @Test("The codes of PageImageError are stable")
    func pageImageError() {
        let rows: [(PageImageError, Int)] = [
            (.programMissing(path: "x", package: "x"), 1),
            (.unrenderable(page: 1, reason: "x"), 2),
            (.programFailed(reason: "x"), 3),
            (.timedOut(page: 1, seconds: 1), 4),
            (.widthOutOfRange(1, limit: 1), 5),
            (.badHash, 6),
            (.fileProblem(path: "x", reason: "x"), 7),
        ]
        expectShown("Countersign.PageImageError", rows)
    }

    @Test("The codes of TypesettingError are stable")
    func typesettingError() {
        let rows: [(TypesettingError, Int)] = [
            (.fontMissing(face: "x", looked: ["x"], package: "x"), 1),
            (.fontUnreadable(face: "x", path: "x"), 2),
            (.unknownFace("x"), 3),
            (.noGlyph(character: "x", face: "x"), 4),
            (.noFont(character: "x"), 5),
            (.subsetFailed(font: "x"), 6),
            (.nothingToDraw, 7),
            (.textTooLong(limit: 1), 8),
        ]
        expectShown("Countersign.TypesettingError", rows)
    }

    @Test("The codes of CeremonyError are stable")
    func ceremonyError() {
        let rows: [(CeremonyError, Int)] = [
            (.notFound, 1),
            (.methodNotAllowed(allowed: ["x"]), 2),
            (.bodyTooLarge(limit: 1), 3),
            (.notJSON, 4),
            (.malformed("x"), 5),
            (.crossSite, 6),
            (.keyReused, 7),
            (.unknownRecipient("1"), 8),
            (.notInTurn, 9),
            (.alreadySigned, 10),
            (.alreadyDeclined, 11),
            (.voided, 12),
            (.consentMissing, 13),
            (.requiredFieldsEmpty([tab]), 14),
            (.groupsUnmet([group], [tab]), 15),
            (.unknownField, 16),
            (.fieldLocked(label: "x"), 17),
            (.fieldHidden(label: "x"), 18),
            (.tooManyAdoptions(limit: 1), 19),
            (.tooManyEntries(limit: 1), 20),
            (.refused(.noEnvelope), 21),
            (.characterNotInFont("x", label: "x"), 22),
            (.characterNotInFace("x"), 23),
            (.valueTooLong(label: "x", limit: 1), 24),
            (.noRoom(label: "x"), 25),
            (.signatureEmpty, 26),
            (.signatureTextTooLong(limit: 1), 27),
            (.unknownFace("x"), 28),
            (.drawingUnusable("x"), 29),
            (.signatureMissing(.signature), 30),
            (.artworkUnreadable, 31),
            (.laterNotOffered, 32),
            (.reasonMissing, 33),
            (.reasonTooLong(limit: 1), 34),
            (.levelOutOfReach(.validationData(.unsigned)), 35),
            (.pageUnavailable(.undrawable(page: 1)), 36),
            (.pagesUnavailable, 37),
            (.busy, 38),
            (.pagesUnseen([], names: [:]), 39),
            (.declined, 40),
            (.clockWrong(.unsigned), 41),
            (.certificateNotValid(.selfSigned), 42),
            (.fontsUnusable(.subsetFailed(font: "x")), 43),
            (.markRefused(.notFree), 44),
            (.markMissing, 45),
            (.beingChanged(by: "x", until: "x"), 46),
            (.delegationNotOffered, 60),
            (.newNameUnusable, 61),
            (.newEmailNotValid("x"), 62),
            (.newEmailUsedBefore("x"), 63),
            (.tooManyDelegations(limit: 1), 64),
            (.delegationReasonMissing, 65),
            (.valueUnfit(label: "x", wanted: .text), 66),
            (.notAFile, 67),
            (.attachmentTooLarge(limit: 1), 68),
            (.attachmentRefused(.empty), 69),
            (.attachmentsNotOffered, 70),
            (.missingDay(label: "x", value: "x", form: "x"), 71),
            (.picturesBusy, 72),
            (.visitEnded, 73),
            (.storageFull, 74),
        ]
        expectShown("Countersign.CeremonyError", rows)
        for (error, _) in rows {
            // Every code has a sentence, and every placeholder its fact.
            #expect(error.description != error.code || error.description == "x", "\(error.code)")
            if case .groupsUnmet = error { continue }
            let (key, facts) = error.phrase
            let texts = Catalog.of(.english).texts(of: .refusals, key)
            #expect(!texts.isEmpty, "\(key)")
            for name in texts.flatMap({ $0.matches(of: /\{(\w+)\}/) }) {
                #expect(facts[String(name.1)] != nil, "\(key): \(name.0)")
            }
        }
    }

    @Test("The codes of IntakeError are stable")
    func intakeError() {
        let rows: [(IntakeError, Int)] = [
            (.notAPDF, 1),
            (.encrypted, 2),
            (.damaged(reason: "x"), 3),
            (.noPages, 4),
            (.tooManyPages(count: 1, limit: 1), 5),
            (.launchesPrograms, 6),
            (.holdsProgram(name: "x"), 7),
        ]
        expectShown("Countersign.IntakeError", rows)
    }

    @Test("The code of a full page queue is stable")
    func full() {
        expectShown("Countersign.FairSlots", [(FairSlots.Full(), 1)])
    }
}
