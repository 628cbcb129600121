import Foundation

/// The addresses of the signing page that the app itself serves, in its own scheme.
public enum InAppPage {
    /// The scheme that presenters answer with a `PageHost`.
    public static let scheme = "countersign-page"
    /// The page's address; its requests are relative to it.
    public static let address = "countersign-page://ceremony/"
    /// The address the page goes to when it is done. Pass it to the host as the return address.
    public static let returnAddress = "countersign-page://return/"
}
