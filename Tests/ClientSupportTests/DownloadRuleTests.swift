import Testing

@testable import ClientSupport

@Suite("Which responses are files")
struct DownloadRuleTests {
    @Test(
        "What cannot be shown, attachments, and PDFs in the page's place are saved; everything else is shown",
        arguments: [
            ("text/html", nil, true, true, false), ("text/html", "inline", true, true, false),
            ("text/html", "ATTACHMENT; filename=x", true, true, true), ("application/zip", nil, false, true, true),
            ("application/zip", nil, false, false, true),
            ("application/pdf", "inline; filename=x.pdf", true, true, true),
            ("Application/PDF;charset=x", nil, true, true, true), ("application/pdf", nil, true, false, false),
            ("application/pdfx", nil, false, false, true), (nil, nil, true, true, false),
        ] as [(String?, String?, Bool, Bool, Bool)])
    func rule(type: String?, disposition: String?, isShown: Bool, isMainFrame: Bool, expected: Bool) {
        #expect(
            NavigationRequest.isDownload(
                type: type, disposition: disposition, isShown: isShown, isMainFrame: isMainFrame) == expected)
    }
}
