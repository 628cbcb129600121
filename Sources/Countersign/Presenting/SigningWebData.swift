/// Clears the cookies and other data that signing pages leave behind in an app's own web views.
///
/// ``CountersignClient/clearWebData()`` deletes the servers' cookies in `HTTPCookieStorage.shared` without any of these.
/// The presenters of CountersignUI keep nothing on any system: each page's cookies and storage are in memory and end
/// with the page. An app that shows pages in other web views adds an object to ``CountersignConfiguration/webData``.
/// CountersignUI has `AppWebData` for what `WKWebView` keeps by default. The system's browser shows the sign-in page,
/// and no app can delete its cookies. On a shared device, leave `sharesCookies` of `WebAuthorizationPresenter` off.
public protocol SigningWebData: Sendable {
    /// Deletes everything that signing pages left: cookies, caches, local storage.
    func clear() async
}
