import Foundation

/// The addresses of the signing page that the app itself serves, in its own scheme.
public enum InAppPage {
    /// The scheme that presenters answer with a `PageHost`.
    public static let scheme = "countersign-page"
    /// The page's URL; its requests are relative to it.
    public static let url = URL(string: "countersign-page://ceremony/") ?? URL(filePath: "/")
    /// The URL the page goes to when it is done. Pass it to the host as the return address.
    public static let returnURL = URL(string: "countersign-page://return/") ?? URL(filePath: "/")
}
