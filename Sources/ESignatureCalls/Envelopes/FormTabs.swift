import Composing
import DocuSignDialect
import Envelopes
import Foundation
import SignedPDF

/// Turns the fields of documents' forms into tabs (`transformPdfFields`).
enum FormTabs {
    /// Returns the tabs. The fields that they take the place of become read-only, in a PDF that is made from the one that
    /// came.
    ///
    /// - Parameters:
    ///   - taken: the documents of the request
    ///   - recipients: all of them; those who sign can have tabs
    /// - Throws: `APIError` for a recipient who does not exist or does not sign
    static func tabs(
        of taken: inout [DocumentReceiving.Taken], for recipients: [Recipient], newTabID: () -> TabID
    ) throws(APIError) -> [EnvelopeTab] {
        var tabs: [EnvelopeTab] = []
        for index in taken.indices {
            guard let wanted = taken[index].received.formRecipient else { continue }
            let recipient = try recipient(wanted, among: recipients, taken[index].document.id)
            guard let document = try? PDFDocument(taken[index].pdf.bytes) else { continue }
            let own = FoundPlaces.fields(of: document).map { field in
                EnvelopeTab(
                    id: newTabID(), kind: field.kind, documentID: taken[index].document.id, recipientID: recipient,
                    page: field.page, frame: field.frame, label: field.name, required: field.required,
                    maxLength: field.maxLength, tooltip: field.tooltip, choice: field.choice, options: field.options)
            }
            if let locked = own.lockingFields(below: taken[index].pdf.bytes) { taken[index].replace(by: Blob(locked)) }
            tabs += own
        }
        return tabs
    }

    private static func recipient(
        _ wanted: String, among recipients: [Recipient], _ document: DocumentID
    ) throws(APIError) -> RecipientID {
        let signers = recipients.filter(\.signs).sorted { $0.routingOrder < $1.routingOrder }
        guard let found = wanted.isEmpty ? signers.first : signers.first(where: { $0.id.rawValue == wanted }) else {
            throw APIError(
                .invalidRequestParameter,
                wanted.isEmpty
                    ? "Document \(document): transformPdfFields needs somebody who signs."
                    : "Document \(document): assignTabsToRecipientId names nobody who signs: \(wanted.prefix(40)).")
        }
        return found.id
    }
}

extension DocumentReceiving.Taken {
    /// Puts a PDF that was made from the one that came in its place.
    fileprivate mutating func replace(by made: Blob) {
        if original == nil {
            original = pdf
            document.source = DocumentSource(blob: pdf.hash, kind: "pdf")
        }
        pdf = made
        document.blob = made.hash
    }
}
