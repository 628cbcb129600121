/// Whatever keeps cookies and other data of signing pages beyond a visit: web views of the app's own.
///
/// The presenters of CountersignUI keep nothing, on any system: each page has cookies and storage in memory that are
/// gone with it, so they need no keeper. An app that shows pages in other web views gives one to
/// ``CountersignConfiguration/webData``; CountersignUI has `AppWebData` for what `WKWebView` keeps by default. The
/// sign-in page is shown by the system's browser, whose cookies no app can take away: on a device that many people use,
/// leave `WebAuthorizationPresenter`'s `sharesCookies` off.
public protocol SigningWebData: Sendable {
    /// Forgets everything that signing pages left: cookies, caches, local storage.
    func clear() async
}
