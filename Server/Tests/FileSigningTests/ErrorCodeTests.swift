import FileSigning
import Foundation
import Testing

@Suite("Errors of signing files")
struct ErrorCodeTests {
    @Test("Error codes and sentences match what NSError shows and stay stable")
    func codes() {
        let errors: [FileSigningError] = [
            .noFile(path: "x"), .unreadable(path: "x", reason: "y"), .unwritable(path: "x", reason: "y"),
            .wouldOverwriteInput(path: "x"), .noSuchPage(2, pages: 1), .offPage(page: 1, width: 1, height: 1),
            .imageWithoutRectangle, .pageWithoutRectangle, .wrongPassword(path: "x", wasGiven: true),
            .needsRepair(path: "x", reason: "y"), .xfaForm(path: "x"), .authorityMissing(why: "x"),
            .unusable(path: "x", reason: "y"), .pictureOverDocument(path: "x"),
        ]
        for (index, error) in errors.enumerated() {
            let bridged = error as NSError
            #expect(bridged.domain == "Countersign.FileSigningError" && bridged.code == index + 1)
            #expect(bridged.localizedDescription == error.description)
        }
        #expect(
            errors.map(\.numberedCode.code) == [
                "no-file", "unreadable", "unwritable", "would-overwrite-input", "no-such-page", "off-page",
                "image-without-rectangle", "page-without-rectangle", "wrong-password", "needs-repair", "xfa-form",
                "authority-missing", "unusable", "picture-over-document",
            ])
    }
}
