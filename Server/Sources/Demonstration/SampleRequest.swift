import Foundation

/// A PDF with its signer and tabs, as a program sends it to `POST …/envelopes`.
package struct SampleRequest: Sendable {
    /// A tab on a page; lengths in PDF points from the page's top left.
    package struct Tab: Sendable {
        /// The name of the API's array for the tab, such as `signHereTabs`.
        let array: String
        let label: String
        let page: Int
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        var isRequired = true
    }

    package var subject: String
    package var blurb: String
    package var documentName: String
    package var pdf: Data
    package var signerName: String
    package var signerEmail: String
    package var tabs: [Tab]

    /// The signer's id in the envelope, and the signer's id in the sender's own product.
    package static let recipientID = "1"
    package static let clientUserID = "sample-signer"

    /// Returns the request's body.
    func body(status: String = "sent") -> some Encodable {
        EnvelopeBody(
            emailSubject: subject, emailBlurb: blurb, status: status,
            documents: [
                .init(
                    documentId: "1", name: documentName, fileExtension: "pdf",
                    documentBase64: pdf.base64EncodedString())
            ],
            recipients: .init(signers: [
                .init(
                    recipientId: Self.recipientID, routingOrder: "1", name: signerName, email: signerEmail,
                    clientUserId: Self.clientUserID,
                    tabs: Dictionary(grouping: tabs, by: \.array).mapValues { tabs in
                        tabs.map(TabBody.init)
                    })
            ]))
    }
}

private struct EnvelopeBody: Encodable {
    struct Document: Encodable {
        let documentId: String
        let name: String
        let fileExtension: String
        let documentBase64: String
    }

    struct Signer: Encodable {
        let recipientId: String
        let routingOrder: String
        let name: String
        let email: String
        let clientUserId: String
        let tabs: [String: [TabBody]]
    }

    struct Recipients: Encodable {
        let signers: [Signer]
    }

    let emailSubject: String
    let emailBlurb: String
    let status: String
    let documents: [Document]
    let recipients: Recipients
}

private struct TabBody: Encodable {
    let documentId = "1"
    let recipientId = SampleRequest.recipientID
    let tabLabel: String
    let pageNumber: String
    let xPosition: String
    let yPosition: String
    let width: String
    let height: String
    let required: String

    init(_ tab: SampleRequest.Tab) {
        tabLabel = tab.label
        pageNumber = String(tab.page)
        xPosition = String(Int(tab.x))
        yPosition = String(Int(tab.y))
        width = String(Int(tab.width))
        height = String(Int(tab.height))
        required = String(tab.isRequired)
    }
}
