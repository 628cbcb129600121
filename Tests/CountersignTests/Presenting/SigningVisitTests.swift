import ClientSupport
import Essentials
import Foundation
import TestSupport
import Testing

@testable import Countersign

/// A surface without a screen: records its calls, and answers questions as the test says.
final class RecordingSurface: SigningSurface {
    enum Call: Hashable, Sendable {
        case load(String)
        case confirm(String)
        case remove
    }

    private let calls: AsyncStream<Call>
    private let continuation: AsyncStream<Call>.Continuation
    private let answers: AsyncStream<Bool>
    private let answering: AsyncStream<Bool>.Continuation
    private let made = Locked<[Call]>([])

    init() {
        (calls, continuation) = AsyncStream.makeStream()
        (answers, answering) = AsyncStream.makeStream()
    }

    var all: [Call] { made.withLock { $0 } }

    func next() async -> Call? { await calls.first { _ in true } }

    func answer(_ isConfirmed: Bool) { answering.yield(isConfirmed) }

    private func note(_ call: Call) {
        made.withLock { $0.append(call) }
        continuation.yield(call)
    }

    func load(_ url: URL) async { note(.load(url.absoluteString)) }

    func confirm(_ question: String) async -> Bool {
        note(.confirm(question))
        return await answers.first { _ in true } ?? false
    }

    func remove() async {
        note(.remove)
        answering.finish()
    }
}

private struct NoURL: Error, CustomStringConvertible {
    var description: String { "no login" }
}

/// Timeouts that expire when a test says so: one for each load, in their order.
private final class Timers: Sendable {
    /// Open once the time of a load runs.
    let begun = [Gate(), Gate()]
    private let gates = [Gate(), Gate()]
    private let ended = [Gate(), Gate()]
    private let count = Locked(0)

    func wait(_ due: @Sendable () -> Void) async {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        begun[number].open()
        let gate = gates[number]
        await withTaskCancellationHandler {
            await gate.wait()
        } onCancel: {
            gate.open()
        }
        due()
        ended[number].open()
    }

    /// Ends a time; returns when the visit has been told so.
    func end(_ number: Int) async {
        gates[number].open()
        await ended[number].wait()
    }
}

@Suite("A visit to a signing page")
struct SigningVisitTests {
    static let first = "https://sign.example.com/sign/1"
    static let second = "https://sign.example.com/sign/2"
    let surface = RecordingSurface()

    private func visit(
        renewed: (@Sendable () async throws -> URL)? = nil, timeout: TimeInterval = 600, timers: Timers? = nil,
        appearing limit: TimeInterval? = nil
    ) throws -> SigningVisit {
        let url = try #require(URL(string: Self.first))
        let page = SigningPage(
            source: .url(url, renewed: renewed),
            policy: .signing(page: url, returnURL: URL(string: "https://app.example.com/done")),
            loadTimeout: timeout, closeQuestion: "Leave?")
        return timers.map { timers in
            SigningVisit(page, appearingWithin: limit) { _, due in await timers.wait(due) }
        } ?? SigningVisit(page, appearingWithin: limit)
    }

    private func request(_ address: String) throws -> NavigationRequest {
        try #require(NavigationRequest(address: address))
    }

    @Test("A visit ends once with the return URL's event, and the surface is removed")
    func returned() async throws {
        let visit = try visit()
        visit.report(.shown)
        _ = visit.decide(try request("https://app.example.com/done?event=signing_complete"))
        _ = visit.decide(try request("https://app.example.com/done?event=decline"))
        visit.report(.lost)
        #expect(await visit.run(on: surface) == .returned(.signingComplete))
        #expect(surface.all == [.load(Self.first), .remove])
    }

    @Test("Closing asks for confirmation; staying continues, leaving ends the visit")
    func closing() async throws {
        let visit = try visit()
        async let ending = visit.run(on: surface)
        #expect(await surface.next() == .load(Self.first))
        visit.report(.closeChosen)
        #expect(await surface.next() == .confirm("Leave?"))
        surface.answer(false)
        // The answer is handled some time after: choose again until the question comes again.
        while surface.all.count < 3 {
            visit.report(.closeChosen)
            await Task.yield()
        }
        surface.answer(true)
        #expect(await ending == .cancelled)
        #expect(surface.all.last == .remove)
    }

    @Test("The question is asked only once at a time, and an ending dismisses it")
    func questionWithdrawn() async throws {
        let visit = try visit()
        async let ending = visit.run(on: surface)
        _ = await surface.next()
        visit.report(.closeChosen)
        visit.report(.closeChosen)
        #expect(await surface.next() == .confirm("Leave?"))
        visit.report(.shown)
        _ = visit.decide(try request("https://app.example.com/done?event=decline"))
        #expect(await ending == .returned(.decline))
        #expect(surface.all == [.load(Self.first), .confirm("Leave?"), .remove])
    }

    @Test("A page that does not appear in time fails")
    func timeout() async throws {
        #expect(
            await (try visit(timeout: 0)).run(on: surface)
                == .failed(reason: "The signing page did not load within 0 seconds."))
    }

    @Test("A page that appears in time does not fail later")
    func shownInTime() async throws {
        let timers = Timers()
        let visit = try visit(timers: timers)
        async let ending = visit.run(on: surface)
        #expect(await surface.next() == .load(Self.first))
        visit.report(.shown)
        await timers.end(0)
        visit.report(.closeChosen)
        #expect(await surface.next() == .confirm("Leave?"))
        surface.answer(true)
        #expect(await ending == .cancelled)
    }

    @Test("A reloaded page gets the full time again")
    func timeoutOfSecond() async throws {
        let again = try #require(URL(string: Self.second))
        let timers = Timers()
        let visit = try visit(renewed: { again }, timers: timers)
        async let ending = visit.run(on: surface)
        #expect(await surface.next() == .load(Self.first))
        await timers.begun[0].wait()
        visit.report(.lost)
        #expect(await surface.next() == .load(Self.second))
        await timers.end(0)
        visit.report(.closeChosen)
        #expect(await surface.next() == .confirm("Leave?"))
        await timers.end(1)
        #expect(await ending == .failed(reason: "The signing page did not load within 600 seconds."))
    }

    @Test("A page that crashes is reloaded from a new URL, and fails if it crashes again")
    func lost() async throws {
        let again = try #require(URL(string: Self.second))
        let visit = try visit(renewed: { again })
        async let ending = visit.run(on: surface)
        #expect(await surface.next() == .load(Self.first))
        visit.report(.shown)
        visit.report(.lost)
        #expect(await surface.next() == .load(Self.second))
        visit.report(.lost)
        #expect(await ending == .failed(reason: "The signing page was lost twice."))
    }

    @Test("A page that crashes without a new URL fails with the reason")
    func lostForGood() async throws {
        let bare = try visit()
        bare.report(.lost)
        #expect(
            await bare.run(on: surface)
                == .failed(reason: "The signing page was lost, and its address works only once."))
        let refused = try visit(renewed: { throw NoURL() })
        refused.report(.lost)
        #expect(
            await refused.run(on: RecordingSurface())
                == .failed(
                    reason: "The signing page was lost and could not be reloaded: no login",
                    underlying: UnderlyingError(NoURL())))
    }

    @Test("Nothing is loaded before the surface is on the screen")
    func loadedOnScreen() async throws {
        let timers = Timers()
        let visit = try visit(timers: timers, appearing: 10)
        async let ending = visit.run(on: surface)
        await timers.begun[0].wait()
        #expect(surface.all == [])
        visit.report(.appeared)
        #expect(await surface.next() == .load(Self.first))
        // The timeout has expired, and the surface reports it again: neither matters any more.
        await timers.end(0)
        visit.report(.appeared)
        visit.report(.shown)
        _ = visit.decide(try request("https://app.example.com/done?event=decline"))
        #expect(await ending == .returned(.decline))
        #expect(surface.all == [.load(Self.first), .remove])
    }

    @Test("A surface that never appears ends the visit with a sentence, and its address is not used")
    func neverOnScreen() async throws {
        let visit = try visit(appearing: 0)
        let obstacle = PresentationObstacle.notShown(seconds: 0)
        #expect(
            await visit.run(on: surface)
                == .failed(reason: obstacle.description, underlying: UnderlyingError(obstacle)))
        #expect(surface.all == [.remove])
    }

    @Test("A visit can be dismissed before its surface appears")
    func dismissedBefore() async throws {
        let visit = try visit(appearing: 600)
        visit.report(.dismissed)
        #expect(await visit.run(on: surface) == .dismissed)
        #expect(surface.all == [.remove])
    }

    @Test("Cancelling the task and a call by the app both dismiss the page")
    func dismissal() async throws {
        let visit = try visit()
        let task = Task { await visit.run(on: surface) }
        _ = await surface.next()
        task.cancel()
        #expect(await task.value == .dismissed)
        #expect(surface.all == [.load(Self.first), .remove])

        let other = try self.visit()
        other.report(.dismissed)
        #expect(await other.run(on: RecordingSurface()) == .dismissed)
    }

    @Test("A page that redirects elsewhere before it appears fails, and nothing opens outside")
    func wrongHost() async throws {
        let visit = try visit()
        #expect(visit.decide(try request("https://evil.example/")) == .refuse)
        #expect(
            await visit.run(on: surface)
                == .failed(reason: "The signing page led to evil.example, which is not part of it."))
    }

    @Test("Once the page is shown, links to other hosts open outside and the visit continues")
    func outside() throws {
        let visit = try visit()
        visit.report(.shown)
        let help = try request("https://help.example/")
        #expect(visit.decide(help) == .openOutside(help.url))
    }
}

@Suite("Obstacles to showing a page")
struct PresentationObstacleTests {
    @Test(
        "A missing view is reported before one off screen, and that before one already presenting",
        arguments: [
            (false, false, true, PresentationObstacle.viewGone), (true, false, true, .offScreen),
            (true, true, true, .alreadyPresenting), (true, true, false, nil),
        ])
    func first(isThere: Bool, isOnScreen: Bool, isPresenting: Bool, found: PresentationObstacle?) {
        #expect(PresentationObstacle(isThere: isThere, isOnScreen: isOnScreen, isPresenting: isPresenting) == found)
    }

    @Test(
        "Each obstacle says what is wrong and what to do, also as a localized error",
        arguments: [
            PresentationObstacle.viewGone, .offScreen, .alreadyPresenting, .sheetMissing, .noDisplay,
            .notShown(seconds: 10),
        ])
    func sentences(obstacle: PresentationObstacle) {
        #expect(obstacle.localizedDescription == obstacle.description)
        #expect(obstacle.description.hasSuffix("."))
    }
}

@Suite("Names of downloads")
struct DownloadNameTests {
    @Test(
        "A name has no folders, is not hidden and ends in its extension",
        arguments: [
            ("contract.pdf", "contract.pdf"), ("../../etc/passwd", "passwd"), ("..\\..\\a.exe", "a.exe"),
            (".bashrc", "bashrc"), ("...", "document.pdf"), ("", "document.pdf"), ("a/", "a"),
            ("invoice\u{202E}fdp.exe", "invoicefdp.exe"), ("a\u{0}b\n.pdf", "ab.pdf"), ("C:evil", "evil"),
            ("Vertrag ä 契約.pdf", "Vertrag ä 契約.pdf"), (" a.pdf. ", "a.pdf"),
            ("a" + String(repeating: "\u{301}", count: 100) + ".pdf", "document.pdf"),
        ])
    func safe(_ suggested: String, _ name: String) {
        #expect(DownloadName.safe(suggested) == name)
    }

    @Test("A long name keeps its extension")
    func long() {
        let name = DownloadName.safe(String(repeating: "é", count: 300) + ".pdf")
        #expect(name.utf8.count <= 180)
        #expect(name.hasSuffix("é.pdf"))
    }

    @Test("An existing file is not overwritten")
    func unused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for expected in ["a.pdf", "a 2.pdf", "a 3.pdf"] {
            let url = DownloadName.unused("a.pdf", in: folder)
            #expect(url.lastPathComponent == expected)
            try Data().write(to: url)
        }
    }
}
