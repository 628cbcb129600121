import Foundation
import X509

@testable import SignedPDF
@testable import TestSupport

/// A signed agreement that somebody tampers with.
///
/// Object 1 is the catalog, 2 the page tree, 3 the first page with content 4, 5 the second page with content 6; 20 is
/// the field of Ada's signature, 21 her signature, 22 the form, and 30, 31 … the other fields.
struct AttackScene {
    let parties: SigningParties
    let file: Data
    let catalog: String
    let form: String
    private let fieldCount: Int

    /// - Parameters:
    ///   - level: `/P` of Ada's certification; nil for an approval.
    ///   - fields: The dictionaries of fields, without their brackets; they are widgets on the first page.
    ///   - objects: Further objects, from 50 on, or other versions of those there are.
    ///   - page: Further entries of the first page.
    ///   - reference: Another `/Reference` than that of the level.
    init(
        certified level: Int? = nil, fields: [String] = [], objects: [(Int, String)] = [], page: String = "",
        resources: String = "/Font<</F1 7 0 R>>", catalog: String = "", form: String = "", reference: String? = nil,
        lock: String = ""
    ) async throws {
        parties = try SigningParties()
        self.catalog = catalog
        self.form = form
        fieldCount = fields.count
        let widgets = fields.indices.map { "\(30 + $0) 0 R" }.joined(separator: " ")
        let annotations = fields.isEmpty ? "" : "/Annots[\(widgets)]"
        let prepared = try SignedFiles.appending(
            [
                (3, Self.page(page + annotations, resources: resources)),
                (7, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
            ] + objects, to: SignedFiles.agreement())
        let transform =
            level.map { "/Reference[<</TransformMethod/DocMDP/TransformParams<</P \($0)/V/1.2>>>>]" } ?? ""
        file = try await LooseSigner.sign(
            prepared, by: parties.ada, entries: reference ?? transform,
            fields: fields.map { "<</Type/Annot/Subtype/Widget/F 4/P 3 0 R\($0)>>" }, catalog: catalog, form: form,
            lock: lock)
    }

    /// The first page's dictionary.
    static func page(_ entries: String, resources: String = "/Font<</F1 7 0 R>>") -> String {
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<\(resources)>>\(entries)>>"
    }

    /// A field with the entries given, as ``init`` writes it.
    static func field(_ entries: String) -> String { "<</Type/Annot/Subtype/Widget/F 4/P 3 0 R\(entries)>>" }

    /// The addresses of the fields, as the page lists them.
    var widgets: String { (0..<fieldCount).map { "\(30 + $0) 0 R " }.joined() }

    /// The file with an update that has these objects.
    func updated(_ objects: [(Int, String)]) throws -> Data { try SignedFiles.appending(objects, to: file) }

    /// The file with a catalog that has further entries.
    func withCatalog(_ entries: String, _ objects: [(Int, String)] = []) throws -> Data {
        try updated([(1, "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R\(entries)>>")] + objects)
    }

    /// The file with new fields 60, 61 …, which are widgets on the first page.
    func adding(_ fields: [String], _ objects: [(Int, String)] = []) throws -> Data {
        let numbers = fields.indices.map { "\(60 + $0) 0 R " }.joined()
        return try updated(
            [
                (22, "<</Fields[20 0 R \(widgets)\(numbers)]/SigFlags 3\(form)>>"),
                (3, Self.page("/Annots[\(widgets)\(numbers)]")),
            ] + fields.enumerated().map { (60 + $0.offset, Self.field($0.element)) } + objects)
    }

    /// The file with bytes and a cross-reference table of the attacker's making.
    func appending(_ body: String = "", table: (Int) -> String, trailer: String = "") throws -> Data {
        let document = try PDFDocument(file)
        let start = file.count + body.utf8.count
        let text =
            "\(body)xref\n\(table(file.count))trailer\n<</Size 99/Root 1 0 R/Prev \(document.newestSection.offset)"
            + "\(trailer)>>\nstartxref\n\(start)\n%%EOF\n"
        return file + Data(text.utf8)
    }

    func report(_ file: Data) async throws -> VerificationReport {
        try await SignedFiles.report(file, trusting: parties.anchors)
    }

    /// The verdict, and what came after Ada's signature.
    func verify(_ file: Data) async throws -> (verdict: VerificationReport.Verdict, changes: [String]) {
        let report = try await report(file)
        return (report.verdict, report.signatures.first?.laterChanges ?? [])
    }

    /// One entry of a cross-reference table.
    static func entry(_ offset: Int, _ kind: String = "n", generation: Int = 0) -> String {
        String(format: "%010d %05d ", offset, generation) + kind + " \n"
    }

    static let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 5>>stream\n0 0 m\nendstream"

    /// An appearance that shows a text.
    static func showing(_ text: String) -> String {
        let content = "/Tx BMC q BT /F1 10 Tf 2 4 Td (\(text)) Tj ET Q EMC"
        return "<</Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 7 0 R>>>>"
            + "/Length \(content.utf8.count)>>stream\n\(content)\nendstream"
    }
}
