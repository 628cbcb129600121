import Foundation
import SignedPDF

/// Prepares a document for signing, as far as the order allows.
struct DocumentPreparation {
    private let order: SigningOrder

    init(_ order: SigningOrder) {
        self.order = order
    }

    /// Returns the document to sign and the changes made to it.
    func prepared(_ document: PDFDocument) throws -> (PDFDocument, [PreparationStep]) {
        guard order.repairs, let reason = try document.damage() else { return try withoutXFA(document, []) }
        return try repaired(document, reason: reason)
    }

    /// Returns the rewritten document.
    func repaired(_ document: PDFDocument, reason: String) throws -> (PDFDocument, [PreparationStep]) {
        let repaired = try document.repaired()
        var steps = [PreparationStep.rebuilt(reason: reason)]
        if !repaired.dropped.isEmpty { steps.append(.objectsDropped(repaired.dropped)) }
        if !repaired.lostSignatures.isEmpty { steps.append(.signaturesRemoved(fields: repaired.lostSignatures)) }
        return try withoutXFA(try open(repaired.bytes), steps)
    }

    private func withoutXFA(
        _ document: PDFDocument, _ steps: [PreparationStep]
    ) throws -> (PDFDocument, [PreparationStep]) {
        guard order.dropsXFA else { return (document, steps) }
        let update = try document.withoutXFA()
        guard !update.isEmpty else { return (document, steps) }
        return (try open(document.bytes + update), steps + [.xfaRemoved])
    }

    private func open(_ bytes: Data) throws -> PDFDocument {
        try PDFDocument(bytes, password: try order.documentPasswordFile.map(FileSigner.password))
    }
}
