import Ceremony
import Foundation

/// One visit to a signing page, as a presenter shows it.
public struct SigningPage: Sendable {
    /// Where the page comes from.
    public enum Source: Sendable {
        /// A server's one-use URL. When the web process died or the page was lost, a presenter asks `renewed` for
        /// another one; nil where none can be had (a bare URL without a login).
        case url(URL, renewed: (@Sendable () async throws -> URL)?)
        /// The same page, answered inside the app without a network.
        case host(CeremonyHost)
    }

    public var source: Source
    /// Decides about every navigation of the page.
    public var policy: NavigationPolicy
    /// Seconds until a page that has not begun to show counts as failed.
    public var loadTimeout: TimeInterval
    /// What the close control asks before it closes.
    public var closeQuestion: String

    public init(
        source: Source, policy: NavigationPolicy, loadTimeout: TimeInterval = 30,
        closeQuestion: String = CloseQuestion.kept
    ) {
        self.source = source
        self.policy = policy
        self.loadTimeout = loadTimeout
        self.closeQuestion = closeQuestion
    }
}

/// What a close control asks where the app says nothing else.
public enum CloseQuestion {
    public static let kept = "Leave signing? What you entered is kept."
    /// Where ``OfflineOptions/savesProgress`` is off.
    public static let notKept = "Leave signing? What you entered is not kept."
}

/// How a visit ended, as the presenter saw it. What it means for the envelope, the server says.
public enum SigningPageEnding: Sendable, Hashable {
    /// The page led to the return address, and said how it ended.
    case returned(CeremonyEnding)
    /// The page's address said that the session timed out.
    case timedOut
    /// The person closed the page and confirmed it.
    case closed
    /// The app dismissed the page.
    case dismissed
    /// The page did not load, or was lost and could not be had again.
    case failed(reason: String)
}

/// Shows signing pages: a web view in a view controller, a SwiftUI sheet, a GTK window, or a test's own.
public protocol SigningPresenter: Sendable {
    /// Why no page can be shown now; nil where one can, as far as that is known. It is asked before the page's address,
    /// which works once, is asked for.
    func obstacle() async -> PresentationObstacle?

    /// Shows a page and returns when it is gone, exactly once. Cancelling the task dismisses the page.
    func present(_ page: SigningPage) async -> SigningPageEnding
}

extension SigningPresenter {
    public func obstacle() async -> PresentationObstacle? { nil }
}
