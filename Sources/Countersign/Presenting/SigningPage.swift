import Ceremony
import DescribedErrors
import Foundation
import PageKit

/// One visit to a signing page, for a presenter to show.
public struct SigningPage: Sendable {
    /// The source of the page.
    public enum Source: Sendable {
        /// A server's one-use URL. If the web process ends or the page is lost, a presenter calls `renewed` for another
        /// URL. `nil` if none is available (a bare URL without a log-in).
        case url(URL, renewed: (@Sendable () async throws -> URL)?)
        /// The same page, served inside the app, offline.
        case host(any PageHost)
        /// The bundled page that embeds a recipient's page with a server's script. A presenter loads its text and
        /// passes on the messages that it posts to ``EmbeddedPage/messageHandler``.
        case embedded(EmbeddedPage)
    }

    /// What a person does on a page.
    public enum Purpose: Sendable, Hashable {
        case signing, composing
    }

    /// Where the page comes from.
    public var source: Source
    /// Decides every navigation of the page.
    public var policy: NavigationPolicy
    /// Time limit, in seconds, for the page to start showing. After that it has failed.
    public var loadTimeout: TimeInterval
    /// The question that the close control asks before closing.
    public var closeQuestion: String
    /// What the person does on the page; a presenter chooses its title by it.
    public var purpose: Purpose
    /// Whether the page may ask for the camera, as one may that takes pictures of documents. Default: true.
    public var allowsCamera = true

    /// - Parameters:
    ///   - loadTimeout: how long the page may take to start showing, in seconds
    ///   - closeQuestion: what the close control asks
    public init(
        source: Source, policy: NavigationPolicy, loadTimeout: TimeInterval = 30,
        closeQuestion: String = CloseQuestion.kept, purpose: Purpose = .signing
    ) {
        self.source = source
        self.policy = policy
        self.loadTimeout = loadTimeout
        self.closeQuestion = closeQuestion
        self.purpose = purpose
    }
}

/// How a visit ended, as the presenter saw it. The server decides what that means for the envelope.
public enum SigningPageEnding: Sendable, Hashable {
    /// The page went to the return address, which says how signing ended.
    case returned(CeremonyEnding)
    /// The page's address said that the session timed out.
    case timedOut
    /// The person closed the page and confirmed it.
    case cancelled
    /// The app dismissed the page.
    case dismissed
    /// The page did not load, or was lost and could not be reloaded.
    case failed(reason: String, underlying: UnderlyingError? = nil)
}

/// Shows signing pages: a web view in a view controller, a SwiftUI sheet, a GTK window, or a stand-in in tests.
public protocol SigningPresenter: Sendable {
    /// Why no page can be shown now; `nil` if one can, as far as known. Read before the page's one-use URL is
    /// requested.
    var presentationObstacle: PresentationObstacle? { get async }

    /// Shows a page and returns when it has closed, exactly once. Cancelling the task dismisses the page.
    func present(_ page: SigningPage) async -> SigningPageEnding
}

extension SigningPresenter {
    /// `nil`, for presenters that can always try.
    public var presentationObstacle: PresentationObstacle? { get async { nil } }
}
