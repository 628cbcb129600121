import Foundation
import SignedPDF

/// What is done to a document before it is signed, if that was asked for.
struct DocumentPreparation {
    private let order: SigningOrder

    init(_ order: SigningOrder) {
        self.order = order
    }

    /// The document to sign, and a sentence on each thing done to it.
    func prepared(_ document: PDFDocument) throws -> (PDFDocument, [String]) {
        guard let reason = document.repair, order.repairs else { return try withoutXFA(document, []) }
        return try repaired(document, reason: reason)
    }

    /// The document written anew.
    func repaired(_ document: PDFDocument, reason: String) throws -> (PDFDocument, [String]) {
        let repaired = try document.repaired()
        var sentences = ["The file was damaged (\(reason)) and was written anew before it was signed."]
        if !repaired.lostSignatures.isEmpty {
            let names = repaired.lostSignatures.map { "“\(Self.plain($0))”" }.joined(separator: ", ")
            sentences.append("Signatures in it did not survive that and were taken out: \(names).")
        }
        return try withoutXFA(try open(repaired.bytes), sentences)
    }

    private func withoutXFA(_ document: PDFDocument, _ sentences: [String]) throws -> (PDFDocument, [String]) {
        guard order.dropsXFA else { return (document, sentences) }
        let update = try document.withoutXFA()
        guard !update.isEmpty else { return (document, sentences) }
        return (try open(document.bytes + update), sentences + ["The XFA part of its form was taken out."])
    }

    /// A name from the file as a part of one line.
    private static func plain(_ name: String) -> String {
        String(name.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }

    private func open(_ bytes: Data) throws -> PDFDocument {
        try PDFDocument(bytes, password: try order.documentPasswordFile.map(FileSigner.password))
    }
}
