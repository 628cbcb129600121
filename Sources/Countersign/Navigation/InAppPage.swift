import Foundation

/// The addresses of the signing page that the app answers itself, in a scheme of its own.
public enum InAppPage {
    /// The scheme that presenters answer with a `CeremonyHost`.
    public static let scheme = "countersign-page"
    /// Where the page is; what it asks for is relative to that.
    public static let address = "countersign-page://ceremony/"
    /// Where the page goes when it is done: give the host this return address.
    public static let returnAddress = "countersign-page://return/"
}
