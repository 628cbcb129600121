import Foundation

/// What shows a signing page: the window or view of a presenter. It holds no rules; ``SigningVisit`` tells it what to
/// do, and it reports what happens.
public protocol SigningSurface: Sendable {
    /// Loads an address in place of what is shown.
    func load(_ url: URL) async
    /// Asks the person a question that can be answered with yes or no; no when the question is withdrawn.
    func confirm(_ question: String) async -> Bool
    /// Takes everything off the screen, a question as well. Nothing is reported afterwards.
    func remove() async
}

/// What a surface reports.
public enum SigningSurfaceEvent: Sendable, Hashable {
    /// The surface is on the screen: the page can be loaded.
    case appeared
    /// The page has begun to show.
    case shown
    /// The page could not be loaded; `reason` is a sentence.
    case loadFailed(reason: String)
    /// The web process died, and the page with it.
    case lost
    /// The person used the close control.
    case closeChosen
    /// The app dismisses the page.
    case dismissed
}
