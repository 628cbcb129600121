import ClientSupport
import DescribedErrors
import Essentials
import Foundation

/// One visit to a signing page, from the first load to its single ending. Contains what all presenters have in common,
/// without a view.
///
///     let visit = SigningVisit(page)
///     let ending = await visit.run(on: surface)   // the surface calls visit.report(_:) and visit.decide(_:)
///
/// If the surface does not appear, the visit fails. Loading has a time limit. A lost page is reloaded once, from a new
/// URL. Closing asks for confirmation. Cancelling the task dismisses the page.
public final class SigningVisit: Sendable {
    private enum Happening: Sendable {
        case surface(SigningSurfaceEvent)
        case ended(SigningPageEnding)
        case loadTimedOut(attempt: Int)
        case appearanceTimedOut
        case renewed(Result<URL, any Error>)
        case closeAnswered(Bool)
    }

    /// The state between two events.
    private struct Progress {
        var attempt = 0
        /// Whether the surface is on the screen. Nothing is loaded before.
        var isOnScreen = false
        var wasLost = false
        var isAsking = false
        /// Not part of the task group: an app's closure for another URL may ignore cancellation.
        var renewing: Task<Void, Never>?
    }

    /// What the surface is to show.
    public let page: SigningPage
    private let happenings: AsyncStream<Happening>
    private let continuation: AsyncStream<Happening>.Continuation
    private let isShown = Locked(false)
    private let after: @Sendable (TimeInterval, _ due: @Sendable () -> Void) async -> Void
    private let appearanceLimit: TimeInterval?

    /// - Parameter limit: how long, in seconds, the visit waits for the surface to report that it has appeared. Nothing
    ///   is loaded before, and without the report the visit fails. `nil` for a surface that is already on the screen.
    public convenience init(_ page: SigningPage, appearingWithin limit: TimeInterval? = nil) {
        self.init(page, appearingWithin: limit) { seconds, due in
            try? await Task.sleep(for: .seconds(seconds))
            due()
        }
    }

    /// - Parameter after: calls `due` after the given number of seconds, or at once when its task is cancelled
    init(
        _ page: SigningPage, appearingWithin limit: TimeInterval? = nil,
        after: @escaping @Sendable (TimeInterval, _ due: @Sendable () -> Void) async -> Void
    ) {
        self.page = page
        appearanceLimit = limit
        self.after = after
        (happenings, continuation) = AsyncStream.makeStream()
    }

    /// Reports an event on the surface. Never waits. Events after the ending have no effect.
    public func report(_ event: SigningSurfaceEvent) {
        if event == .shown { isShown.withLock { $0 = true } }
        continuation.yield(.surface(event))
    }

    /// Decides a navigation. An ending is both returned and carried out; the surface must not follow it.
    ///
    /// Until the page shows, no other program is opened: a page that redirects elsewhere at once counts as failed to
    /// load.
    public func decide(_ request: NavigationRequest) -> NavigationDecision {
        let decision = page.policy.decide(request)
        switch decision {
        case .end(let ending): continuation.yield(.ended(ending))
        case .refuse, .openOutside, .download:
            guard request.isMainFrame, !request.opensWindow, !isShown.withLock({ $0 }) else { break }
            let host = request.url.host() ?? request.url.scheme ?? "another place"
            report(.loadFailed(reason: "The signing page led to \(host), which is not part of it."))
            return .refuse
        case .allow, .loadHere: break
        }
        return decision
    }

    /// Shows the page and returns how the visit ended, after the surface is gone. Call only once.
    public func run(on surface: any SigningSurface) async -> SigningPageEnding {
        let ending = await withTaskGroup(of: Void.self) { tasks in
            let ending = await follow(on: surface, &tasks)
            tasks.cancelAll()
            // Withdraws an open question, which would otherwise block the task group.
            await surface.remove()
            return ending
        }
        continuation.finish()
        return ending
    }

    private func follow(on surface: any SigningSurface, _ tasks: inout TaskGroup<Void>) async -> SigningPageEnding {
        var progress = Progress()
        defer { progress.renewing?.cancel() }
        if let appearanceLimit {
            tasks.addTask { [self] in
                await after(appearanceLimit) { continuation.yield(.appearanceTimedOut) }
            }
        } else if let ending = await begin(on: surface, &progress, &tasks) {
            return ending
        }
        for await happening in happenings {
            if Task.isCancelled { break }
            if let ending = await handle(happening, on: surface, &progress, &tasks) { return ending }
        }
        return .dismissed
    }

    /// Loads the page for the first time.
    private func begin(
        on surface: any SigningSurface, _ progress: inout Progress, _ tasks: inout TaskGroup<Void>
    ) async -> SigningPageEnding? {
        progress.isOnScreen = true
        switch page.source {
        case .url(let url, _): await load(url, on: surface, &progress, &tasks)
        case .embedded(let page): await load(page.baseURL, on: surface, &progress, &tasks)
        case .host:
            await load(InAppPage.url, on: surface, &progress, &tasks)
        }
        return nil
    }

    private func handle(
        _ happening: Happening, on surface: any SigningSurface, _ progress: inout Progress,
        _ tasks: inout TaskGroup<Void>
    ) async -> SigningPageEnding? {
        switch happening {
        case .ended(let ending): return ending
        case .surface(.dismissed): return .dismissed
        case .surface(.loadFailed(let reason, let error)): return .failed(reason: reason, underlying: error)
        case .surface(.shown): break
        case .surface(.message(let text)):
            if case .embedded(let page) = page.source { return page.ending(text) }
        case .surface(.appeared):
            guard !progress.isOnScreen else { break }
            return await begin(on: surface, &progress, &tasks)
        case .appearanceTimedOut:
            guard !progress.isOnScreen, let appearanceLimit else { break }
            return SigningPageEnding(.notShown(seconds: Int(appearanceLimit)))
        case .surface(.lost): return await renew(on: surface, &progress, &tasks)
        case .surface(.closeChosen):
            guard !progress.isAsking else { break }
            progress.isAsking = true
            tasks.addTask { [self] in
                continuation.yield(.closeAnswered(await surface.confirm(page.closeQuestion)))
            }
        case .closeAnswered(let isConfirmed):
            progress.isAsking = false
            if isConfirmed { return .cancelled }
        case .loadTimedOut(let attempt):
            guard attempt == progress.attempt, !isShown.withLock({ $0 }) else { break }
            return .failed(reason: "The signing page did not load within \(Int(page.loadTimeout)) seconds.")
        case .renewed(.success(let url)): await load(url, on: surface, &progress, &tasks)
        case .renewed(.failure(let error)):
            return .failed(
                reason: "The signing page was lost and could not be reloaded: \(error)",
                underlying: UnderlyingError(error))
        }
        return nil
    }

    private func load(
        _ url: URL, on surface: any SigningSurface, _ progress: inout Progress, _ tasks: inout TaskGroup<Void>
    ) async {
        progress.attempt += 1
        isShown.withLock { $0 = false }
        tasks.addTask { [self, attempt = progress.attempt] in
            await after(page.loadTimeout) { continuation.yield(.loadTimedOut(attempt: attempt)) }
        }
        await surface.load(url)
    }

    /// Reloads the page after its process ended, but only once: a page that kills its process does so again.
    private func renew(
        on surface: any SigningSurface, _ progress: inout Progress, _ tasks: inout TaskGroup<Void>
    ) async -> SigningPageEnding? {
        guard !progress.wasLost else { return .failed(reason: "The signing page was lost twice.") }
        progress.wasLost = true
        switch page.source {
        case .host:
            await load(InAppPage.url, on: surface, &progress, &tasks)
            return nil
        case .embedded(let page):
            await load(page.baseURL, on: surface, &progress, &tasks)
            return nil
        case .url(_, let renewed?):
            progress.renewing = Task { [continuation] in
                do {
                    continuation.yield(.renewed(.success(try await renewed())))
                } catch {
                    continuation.yield(.renewed(.failure(error)))
                }
            }
            return nil
        case .url(_, nil): break
        }
        return .failed(reason: "The signing page was lost, and its address works only once.")
    }
}
