import Countersign
import Essentials
import Foundation
import Testing

@testable import CountersignUI

/// Shows a page in a real window and acts in it as a person would.
final class Visitor: Sendable {
    let window: SigningWindow
    private let loads: Locked<AsyncStream<String>>
    private let visit: Task<SigningPageEnding, Never>

    /// What the window was asked to do beside showing the page.
    final class Log: Sendable {
        private let outside = AsyncStream<URL>.makeStream()
        private let kept = AsyncStream<URL>.makeStream()

        func open(_ url: URL) { outside.continuation.yield(url) }

        func keep(_ url: URL) { kept.continuation.yield(url) }

        func opened() async -> URL? { await outside.stream.first { _ in true } }

        func downloaded() async -> URL? { await kept.stream.first { _ in true } }
    }

    struct NoWindow: Error, CustomStringConvertible {
        let ending: SigningPageEnding
        var description: String {
            "no window was shown: \(ending). These tests need a display: run them with scripts/with-display."
        }
    }

    init(_ page: SigningPage, _ presentation: GTKPresentation = GTKPresentation(mode: .window(width: 360, height: 640)))
        async throws
    {
        let (windows, found) = AsyncStream<(SigningWindow, AsyncStream<String>)>.makeStream()
        var presenter = GTKSigningPresenter(presentation)
        presenter.observed = { found.yield(($0, $0.loads())) }
        let visit = Task { [presenter] in
            let ending = await presenter.present(page)
            found.finish()
            return ending
        }
        guard let (window, loads) = await windows.first(where: { _ in true }) else {
            throw NoWindow(ending: await visit.value)
        }
        (self.window, self.visit) = (window, visit)
        self.loads = Locked(loads)
    }

    var ending: SigningPageEnding { get async { await visit.value } }

    func cancel() { visit.cancel() }

    /// The address of the next page that has finished loading.
    func loaded() async -> String? {
        let loads = loads.withLock { $0 }
        return await loads.first { _ in true }
    }

    /// Runs JavaScript; a page that goes away meanwhile gives no answer.
    func run(_ script: String) async { _ = try? await window.evaluate(script) }

    func evaluate(_ script: String) async throws -> String { try await window.evaluate(script) }
}

extension SigningPage {
    /// A page of the server, which returns to `docusignink`.
    static func of(
        _ server: PageServer, _ path: String = "/", timeout: TimeInterval = 300,
        renewed: (@Sendable () async throws -> URL)? = nil
    ) throws -> SigningPage {
        let url = try server.url(path)
        return SigningPage(
            source: .url(url, renewed: renewed),
            policy: .signing(page: url, returnURL: URL(string: "https://app.example/done")), loadTimeout: timeout,
            closeQuestion: CloseQuestion.kept)
    }
}

/// A folder that is gone with the test.
func withFolder<Value>(_ work: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
}
