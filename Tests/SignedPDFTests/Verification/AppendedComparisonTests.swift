import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Revisions appended by another device")
struct AppendedComparisonTests {
    /// The difference that a file has whose catalog got an entry, from one that got another.
    private func finding(on found: String, against expected: String) throws -> AppendedFinding {
        let base = SignedFiles.agreement()
        func file(_ entry: String) throws -> PDFDocument {
            try PDFDocument(SignedFiles.appending([(1, "<</Type/Catalog/Pages 2 0 R\(entry)>>")], to: base))
        }
        return try file(found).appendedFinding(against: file(expected), after: base.count)
    }

    @Test("A revision with longer or shorter lists than expected is rejected")
    func lengths() throws {
        #expect(try finding(on: "/Blah[1 2]", against: "/Blah[1 2]") == .agrees(otherFonts: []))
        for other in ["/Blah[1 2 3]", "/Blah[1]", "/Blah[]", "/Blah[1 3]", "/Blah[[1 2]]"] {
            #expect(try finding(on: other, against: "/Blah[1 2]") == .differs(.content))
        }
    }
}
