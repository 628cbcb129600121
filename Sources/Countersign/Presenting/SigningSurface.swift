import DescribedErrors
import Foundation

/// The window or view in which a presenter shows a signing page. It has no logic: ``SigningVisit`` controls it, and it
/// reports events.
public protocol SigningSurface: Sendable {
    /// Loads an address, replacing the current page. For an ``EmbeddedPage``, loads its text under that address.
    func load(_ url: URL) async
    /// Asks the person a yes-or-no question. Returns false if the question is withdrawn.
    func confirm(_ question: String) async -> Bool
    /// Removes everything from the screen, including a question. Nothing is reported afterwards.
    func remove() async
}

/// An event that a surface reports.
public enum SigningSurfaceEvent: Sendable, Hashable {
    /// The surface is on the screen, so the page can be loaded.
    case appeared
    /// The page has started to show.
    case shown
    /// The page could not be loaded; `reason` is a sentence.
    case loadFailed(reason: String, underlying: UnderlyingError? = nil)
    /// The web process ended, and the page with it.
    case lost
    /// The bundled page around an embedded one posted a text.
    case message(String)
    /// The person used the close control.
    case closeChosen
    /// The app dismissed the page.
    case dismissed
}
