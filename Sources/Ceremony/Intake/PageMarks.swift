import Envelopes
import Foundation

/// What is drawn into a document before anybody sees it.
package struct PageMarks: Sendable, Hashable {
    /// A person who signs on the signature page.
    package struct Signer: Sendable, Hashable {
        package var id: RecipientID
        package var name: String

        package init(id: RecipientID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Whether texts in double braces are found, and covered.
    package var coversBracedTexts: Bool
    /// Whether every page says that it is only a test.
    package var isTest: Bool
    /// Who signs on pages after the last one; nobody for no such page.
    package var signers: [Signer]

    package init(coversBracedTexts: Bool = false, isTest: Bool = false, signers: [Signer] = []) {
        self.coversBracedTexts = coversBracedTexts
        self.isTest = isTest
        self.signers = signers
    }

    /// One kind of mark.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case bracedTexts = "text tags"
        case testStamp = "the test watermark"
        case signaturePage = "the signature page"
    }

    /// The kinds that are wanted.
    package var kinds: [Kind] {
        Kind.allCases.filter { kind in
            switch kind {
            case .bracedTexts: coversBracedTexts
            case .testStamp: isTest
            case .signaturePage: !signers.isEmpty
            }
        }
    }
}

/// A document with its marks.
package struct MarkedDocument: Sendable {
    /// The document's bytes, with the marks in one update behind them.
    package let bytes: Data
    /// The texts in double braces, page by page in reading order.
    package let bracedTexts: [BracedText]
    /// What was covered: ``EnvelopeDocument/covered`` of the document.
    package let covered: [CoveredFrame]
    /// Where the signers sign on the signature page, in their order.
    package let signaturePlaces: [SignaturePlace]
}

/// A text in double braces on a page, such as `{{signature:1:y}}`.
package struct BracedText: Sendable, Hashable {
    /// What stands between the braces.
    package let text: String
    /// The page number, from 1.
    package let page: Int
    /// The box around the text and its braces.
    package let frame: TabFrame
}

/// The places of one signer on the signature page.
package struct SignaturePlace: Sendable, Hashable {
    package let signer: RecipientID
    /// The page number, from 1.
    package let page: Int
    package let signature: TabFrame
    package let date: TabFrame
}
