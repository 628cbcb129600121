import Foundation

/// Where a page wants to go.
public struct NavigationRequest: Sendable, Hashable {
    public var url: URL
    /// Whether the page itself would be replaced, rather than a frame in it.
    public var isMainFrame: Bool
    /// Whether the page asked for a new window.
    public var opensWindow: Bool
    /// Whether the answer is to be kept as a file: a `download` attribute, or a content type that no page has.
    public var isDownload: Bool

    public init(url: URL, isMainFrame: Bool = true, opensWindow: Bool = false, isDownload: Bool = false) {
        self.url = url
        self.isMainFrame = isMainFrame
        self.opensWindow = opensWindow
        self.isDownload = isDownload
    }
}

/// What a presenter does about it.
public enum NavigationDecision: Sendable, Hashable {
    case allow
    /// Nothing happens.
    case refuse
    /// The visit is over.
    case end(SigningPageEnding)
    /// The system's browser, mail or telephone program opens it.
    case openOutside(URL)
    /// In the same web view, instead of a new window.
    case loadHere(URL)
    /// Kept as a file and offered to the person.
    case download(URL)
}

/// One rule about navigations.
public protocol NavigationHandler: Sendable {
    /// A decision, or nil to let the next handler decide.
    func decide(_ request: NavigationRequest) -> NavigationDecision?
}

/// Decides about every navigation of a signing page: handlers are asked in turn, and what none knows is refused.
public struct NavigationPolicy: Sendable {
    public var handlers: [any NavigationHandler]

    public init(handlers: [any NavigationHandler]) {
        self.handlers = handlers
    }

    public func decide(_ request: NavigationRequest) -> NavigationDecision {
        for handler in handlers {
            if let decision = handler.decide(request) { return decision }
        }
        return .refuse
    }
}
