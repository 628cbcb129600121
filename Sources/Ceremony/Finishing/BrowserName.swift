/// The common name of a browser and its system, from its user agent string: `Firefox 131 on Windows`.
///
/// Browsers name each other in that string (Chrome includes Safari's name), so the first match in a fixed order counts.
/// An unknown string is left unchanged.
enum BrowserName {
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"),
        ("Chrome/", "Chrome"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]

    static func text(_ userAgent: String, _ say: CertificateWords) -> String {
        guard let browser = browser(userAgent, say) else { return userAgent }
        let system = systems.first { userAgent.contains($0.0) }?.1
        return system.map { say(.browserOn, ["browser": .text(browser), "system": .text($0)]) } ?? browser
    }

    private static func browser(_ userAgent: String, _ say: CertificateWords) -> String? {
        for (mark, name) in browsers {
            if let version = version(after: mark, in: userAgent) { return "\(name) \(version)" }
        }
        // Safari has its own version under another name.
        guard userAgent.contains("AppleWebKit/") else { return nil }
        let isSafari = userAgent.contains("Safari/")
        return version(after: "Version/", in: userAgent).map { "Safari \($0)" }
            ?? (isSafari ? "Safari" : say(.browserWebView))
    }

    /// Returns the digits after a mark such as `Chrome/`.
    private static func version(after mark: String, in userAgent: String) -> String? {
        guard let range = userAgent.range(of: mark) else { return nil }
        let digits = userAgent[range.upperBound...].prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty || digits.count > 6 ? nil : String(digits)
    }
}
