import ClientSupport
import DescribedErrors
import Foundation
import TestSupport
import Testing

@testable import Ceremony
@testable import Countersign
@testable import Envelopes

@Suite("Errors of the library, as an app sees them")
struct CountersignErrorTests {
    private let id = EnvelopeID(UUID())
    private let template = TemplateID(UUID())
    private let url = URL(filePath: "/x")
    private let draft = TabDraft(.text, document: "1", page: 1, x: 1, y: 1, label: "x")
    private let tab = EnvelopeTab(
        id: TabID(UUID()), kind: .text, documentID: "1", recipientID: "1", page: 1,
        frame: TabFrame(x: 1, y: 1, width: 1, height: 1), label: "x")
    private let filling = TemplateFillingError(problems: [.unknownRole("x")])
    private var unshowable: FieldText.UnshowableValue { FieldText.UnshowableValue(tab: tab, reason: .noRoom("x")) }

    @Test("The codes of CountersignError are stable")
    func countersignError() {
        let rows: [(CountersignError, Int)] = [
            (.unreachable(reason: "x"), 1),
            (.refused(status: 1, code: nil, message: "x", trace: nil), 2),
            (.unreadableAnswer(what: "x", trace: nil), 3),
            (.cancelled, 4),
            (.invalidConfiguration(what: "x"), 5),
            (.sessionEnded, 6),
            (.needsLogIn, 7),
            (.noSavedSession, 8),
            (.accountMismatch(what: "x"), 9),
            (.noToken(reason: "x"), 10),
            (.authorizationRefused(code: "x", message: "x"), 11),
            (.authorizationForged, 12),
            (.credentials(reason: "x"), 13),
            (.storage(reason: "x"), 14),
            (.exportIncomplete(missing: [id]), 15),
            (.recipientNotUnique(found: 1), 16),
            (.unusableAddress(what: "x"), 17),
            (.alreadyPresenting, 18),
            (.signingFailed(reason: "x", trace: nil), 19),
            (.signingNotConfirmed(status: "x", trace: nil), 20),
            (.invalidDraft([.emptyName]), 21),
            (.draftIDInUse(id), 22),
            (.alreadyMade(id, status: "x"), 23),
            (.unsyncedHere(id), 24),
            (.store(.notCached(id)), 25),
            (.notPossibleOffline([.noTabs]), 26),
            (.templateNotCached(template), 27),
            (.templateNotUsable([TemplateObstacle(.payment)]), 28),
            (.templateDefaults(filling), 29),
            (.cannotPresent(.offScreen), 30),
        ]
        expectShown("Countersign.CountersignError", rows)
    }

    @Test("The codes of DraftProblem are stable")
    func draftProblem() {
        let rows: [(DraftProblem, Int)] = [
            (.definition(.noDocument), 1),
            (.unreadableFile("1", path: "x"), 2),
            (.fileTooLarge("1", limit: 1), 3),
            (.notLoaded("1", url, reason: "x"), 4),
            (.notAPDF("1"), 5),
            (.passwordProtected("1"), 6),
            (.tooManyPages("1", count: 1, limit: 1), 7),
            (.damagedDocument("1", reason: "x"), 8),
            (.markupInName("1", "x"), 9),
            (.duplicateSigner("1", "1"), 10),
            (.badScale(draft, "1"), 11),
            (.badFontSize(draft, "1"), 12),
            (.emptyName, 13),
            (.radioGroupWithoutButtons("1", group: "x"), 14),
            (.lockedRequiredEmpty(draft, "1"), 15),
            (.customFieldWithoutValue("x"), 16),
            (.notPossibleOffline(.noDocument), 17),
            (.unshowable(.init(unshowable)), 18),
        ]
        expectShown("Countersign.DraftProblem", rows)
    }

    @Test("The codes of OfflineObstacle are stable")
    func offlineObstacle() {
        let rows: [(OfflineObstacle, Int)] = [
            (.notSignable(.sent), 1),
            (.notCached(id), 2),
            (.nobodyLeftHere, 3),
            (.noDocument, 4),
            (.documentTooLarge("1", size: 1, limit: 1), 5),
            (.noTabs, 6),
            (.signerWithoutTabs("1"), 7),
            (.samePersonTwice("1", "1"), 8),
            (.recipientNeedsServer("1", reason: "x"), 9),
            (.unsupported(what: "x"), 10),
            (.readyToSync(id), 11),
            (.notReadyToSync(id), 12),
            (.inConflict(id), 13),
            (.changedOnServer(id), 14),
            (.foreign(id), 15),
            (.recipientsFixed, 16),
            (.recipientHasActed("1"), 17),
            (.unknownRecipient("1"), 18),
            (.serverWithoutHistories, 19), (.systemLacks(reason: "x"), 20),
        ]
        expectShown("Countersign.OfflineObstacle", rows)
    }

    @Test("The codes of StoreProblem are stable")
    func storeProblem() {
        let rows: [(StoreProblem, Int)] = [
            (.file(path: "x", reason: "x"), 1),
            (.database(reason: "x"), 2),
            (.notCached(id), 3),
            (.alreadyCached(id), 4),
            (.conflict(id), 5),
            (.missingBlob(.none), 6),
            (.damagedBlob(.none), 7),
            (.damaged(id, reason: "x"), 8),
            (.unsyncedSignatures([id]), 9),
            (.syncing(id), 10),
            (.wrongState(id, .draft), 11),
        ]
        expectShown("Countersign.StoreProblem", rows)
    }

    @Test("The codes of SyncFailure are stable")
    func syncFailure() {
        let rows: [(SyncFailure, Int)] = [
            (.unreachable(reason: "x"), 1),
            (.busy(message: "x", after: nil), 2),
            (.refusedForNow(message: "x"), 3),
            (.blobMissing(message: "x"), 4),
            (.loginNeeded(message: "x"), 5),
            (.conflict(SyncEngine.Conflict(.ended, message: "x")), 6),
            (.cancelled, 7),
            (.notPending(.noTabs), 8),
            (.other(.needsLogIn), 9),
        ]
        expectShown("Countersign.SyncFailure", rows)
    }

    @Test("The codes of TemplateObstacle are stable")
    func templateObstacle() {
        let rows: [(TemplateObstacle, Int)] = [
            (TemplateObstacle(.unsupportedTab(kind: "x")), 1),
            (TemplateObstacle(.payment), 2),
            (TemplateObstacle(.formula), 3),
            (TemplateObstacle(.anchored), 4),
            (TemplateObstacle(.lockedRequiredEmpty), 5),
            (TemplateObstacle(.missing("x")), 6),
            (TemplateObstacle(.unsupportedMember("x")), 7),
            (TemplateObstacle(.unsupportedRecipient(kind: "x")), 8),
            (TemplateObstacle(.recipientNeedsServer(what: "x")), 9),
            (TemplateObstacle(.freeForm), 10),
            (TemplateObstacle(.noDocuments), 11),
            (TemplateObstacle(.unusableDocument("x")), 12),
            (TemplateObstacle(.regulated), 13),
            (TemplateObstacle(.reminders), 14),
            (TemplateObstacle(.invalid("x")), 15),
        ]
        expectShown("Countersign.TemplateObstacle", rows)
    }

    @Test("The codes of TemplateFillingError and UnshowableValue are stable")
    func structures() {
        expectShown("Countersign.TemplateFillingError", [(filling, 1)])
        expectShown(
            "Countersign.UnshowableValue",
            [(FieldText.UnshowableValue(tab: tab, reason: .noFont("x")), 1), (unshowable, 2)])
    }

    @Test("A refused token gives the server's own sentence")
    func refusedToken() async throws {
        try await withTestFolder { folder in
            let transport = ScriptedTransport { _ in
                .json(#"{"errorCode":"AUTHORIZATION_INVALID_TOKEN","message":"The token has expired."}"#, status: 401)
            }
            let countersign = try CountersignClient(.test(folder, transport))
            let refusal = await #expect(throws: CountersignError.self) {
                try await countersign.logIn(accessToken: "t", account: TestUser.ada.details)
            }
            let shown = try #require(refusal) as any Error
            #expect(shown.localizedDescription == "The token has expired.")
            #expect((shown as NSError).code == 2)
        }
    }

    @Test("Errors of the app's token provider and transport keep their sentences")
    func foreign() async throws {
        struct Refused: LocalizedError { var errorDescription: String? { "The company portal asks for a log-in." } }
        try await withTestFolder { folder in
            let countersign = try CountersignClient(.test(folder, ScriptedTransport { _ in .json("{}") }))
            let refusal = await #expect(throws: CountersignError.self) {
                try await countersign.logIn(tokens: { throw Refused() })
            }
            #expect(
                refusal
                    == .noToken(
                        reason: "The company portal asks for a log-in.", underlying: UnderlyingError(Refused())))
            #expect(refusal?.underlyingError is Refused)
            let offline = try CountersignClient(.test(folder, ScriptedTransport { _ in throw Refused() }))
            let unreached = await #expect(throws: CountersignError.self) {
                try await offline.logIn(accessToken: "t", account: TestUser.ada.details)
            }
            let shown = try #require(unreached) as any Error
            #expect(
                shown.localizedDescription
                    == "The server could not be reached: The company portal asks for a log-in.")
            #expect(unreached?.underlyingError is Refused)
            #expect((shown as NSError).userInfo[NSUnderlyingErrorKey] is Refused)
        }
    }

    @Test("An error keeps the one below it through every room that it passes")
    func underlying() {
        let cause = UnderlyingError(URLError(.timedOut))
        let error = CountersignError(supporting: ClientError.unreachable(reason: "late", underlying: cause))
        #expect(error == .unreachable(reason: "late", underlying: cause))
        #expect(error != .unreachable(reason: "late"))
        #expect((error.underlyingError as? URLError)?.code == .timedOut)
        #expect((SyncFailure(error).underlyingError as? URLError)?.code == .timedOut)
        #expect(SyncFailure(stopping: error).underlyingError as? CountersignError == error)
        let stored = CountersignError(storing: URLError(.cannotWriteToFile))
        #expect((stored.underlyingError as? StoreProblem)?.underlyingError is URLError)
        #expect(CountersignError.cannotPresent(.offScreen).underlyingError as? PresentationObstacle == .offScreen)
        #expect(CountersignError.sessionEnded.underlyingError == nil)
    }

    @Test("Every public error of the library shows its sentence")
    func everyError() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources").standardized
        let rooms = [
            "Ceremony", "Countersign", "CountersignUI", "CryptographicMessages", "Envelopes", "Glyphs", "Ledger",
            "PDFFormat",
            "PageComparison", "PageImages", "SignedPDF", "TokenKeys", "Typesetting",
        ]
        let texts = try rooms.flatMap { room in
            let folder = root.appending(path: room)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        }
        let all = texts.joined(separator: "\n")
        let declared = all.matches(of: /public (?:enum|struct|final class) (\w+)[^{\n]*: [^{\n]*\bError\b/).map(\.1)
        #expect(declared.count > 20)
        for name in declared {
            let conforms =
                all.contains("extension \(name): DescribedError")
                || all.contains(".\(name): DescribedError")
            #expect(conforms, "\(name) shows no sentence: make it a DescribedError.")
        }
    }
}
