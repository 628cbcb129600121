import Foundation

extension NavigationRequest {
    /// Creates a request for an address as a page or web view writes it, parsed as browsers do (WHATWG URL §4.4). White
    /// space and control characters around the address, and tabs and line ends inside it, are ignored. So
    /// `java\tscript:` is recognized as a script.
    ///
    /// Returns `nil` for anything but an absolute address, and for one longer than 64 KiB.
    public init?(
        address: String, isMainFrame: Bool = true, opensWindow: Bool = false, isDownload: Bool = false
    ) {
        guard address.utf8.count <= 1 << 16 else { return nil }
        let isSpace = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 }
        var scalars = Array(address.unicodeScalars.drop(while: isSpace))
        while let last = scalars.last, isSpace(last) { scalars.removeLast() }
        scalars.removeAll { ["\t", "\n", "\r"].contains($0) }
        let text = String(String.UnicodeScalarView(scalars))
        // Browsers treat a backslash as a slash. What follows it would be a path to them and a host to us, or the other
        // way round.
        let isWeb = ["http:", "https:"].contains { text.lowercased().hasPrefix($0) }
        guard !isWeb || !text.contains("\\"), let url = URL(string: text), url.scheme != nil else { return nil }
        self.init(url: url, isMainFrame: isMainFrame, opensWindow: opensWindow, isDownload: isDownload)
    }
}
