/// Whatever keeps cookies and other data of signing pages: the web views of an app.
public protocol SigningWebData: Sendable {
    /// Forgets everything that signing pages left: cookies, caches, local storage.
    func clear() async
}
