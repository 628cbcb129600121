import Foundation
import SignedPDF

/// Returns a document of one page with the given entries.
func onePage(_ entries: String) throws -> PDFDocument {
    var builder = RevisionBuilder(seed: 1)
    builder.append(
        [
            1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: "<</Type/Page/Parent 2 0 R\(entries)>>",
        ], style: .table, trailer: "/Root 1 0 R")
    return try PDFDocument(Data(builder.bytes))
}
