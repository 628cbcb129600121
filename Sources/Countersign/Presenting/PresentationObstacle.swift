import DescribedErrors

/// Why a presenter cannot show a page.
public enum PresentationObstacle: Error, Sendable, Hashable, CustomStringConvertible {
    /// The presenting view or window no longer exists.
    case viewGone
    /// The presenting view is not on the screen.
    case offScreen
    /// The presenting view already presents something else.
    case alreadyPresenting
    /// No view is attached to the presenter's sheet.
    case sheetMissing
    /// There is no display.
    case noDisplay
    /// The system was asked to show the page, and did not do so within the given number of seconds.
    case notShown(seconds: Int)
    /// The system is older than iOS 17.4 or macOS 14.4, and cannot come back to an https address.
    case needsOwnScheme

    /// Returns the first obstacle of a presenting view, if there is one.
    ///
    /// - Parameters:
    ///   - isThere: whether the view still exists
    ///   - isOnScreen: whether the view is in a visible window
    ///   - isPresenting: whether something is shown over the view, or is appearing or disappearing
    public init?(isThere: Bool, isOnScreen: Bool, isPresenting: Bool) {
        if !isThere {
            self = .viewGone
        } else if !isOnScreen {
            self = .offScreen
        } else if isPresenting {
            self = .alreadyPresenting
        } else {
            return nil
        }
    }

    /// What is in the way, and what the app's developer can do about it.
    public var description: String {
        switch self {
        case .viewGone:
            "The presenting view no longer exists. Make a presenter over a view that is on the screen."
        case .offScreen:
            "The presenting view is not on the screen. Present after it has appeared."
        case .alreadyPresenting:
            "The presenting view already presents something else. Present after that is dismissed, or over it."
        case .sheetMissing:
            "No view has the presenter’s sheet. Add .signingSheet(presenter) to a view that is on the screen."
        case .noDisplay: "There is no display to show the signing page on."
        case .notShown(let seconds):
            "The page did not appear on the screen within \(seconds) seconds. "
                + "Present over a view that is on the screen and shows nothing else."
        case .needsOwnScheme:
            "This system cannot come back to an https address. Use an address with the app’s own scheme."
        }
    }
}

extension PresentationObstacle: DescribedError {
    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.PresentationObstacle"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .viewGone: (1, "view-gone")
        case .offScreen: (2, "off-screen")
        case .alreadyPresenting: (3, "already-presenting")
        case .sheetMissing: (4, "sheet-missing")
        case .noDisplay: (5, "no-display")
        case .notShown: (6, "not-shown")
        case .needsOwnScheme: (7, "needs-own-scheme")
        }
    }
}

extension SigningPageEnding {
    /// The ending of a page that a presenter could not show; it keeps the obstacle.
    public init(_ obstacle: PresentationObstacle) {
        self = .failed(reason: obstacle.description, underlying: UnderlyingError(obstacle))
    }
}
