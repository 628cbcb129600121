import Envelopes
import Foundation

/// What is drawn into a document before anybody sees it.
public struct PageMarks: Sendable, Hashable {
    /// A person who signs on the signature page.
    public struct Signer: Sendable, Hashable {
        public var id: RecipientID
        public var name: String

        public init(id: RecipientID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Whether texts in double braces are found, and covered.
    public var coversBracedTexts: Bool
    /// Whether every page says that it is only a test.
    public var isTest: Bool
    /// Who signs on pages after the last one; nobody for no such page.
    public var signers: [Signer]

    public init(coversBracedTexts: Bool = false, isTest: Bool = false, signers: [Signer] = []) {
        self.coversBracedTexts = coversBracedTexts
        self.isTest = isTest
        self.signers = signers
    }

    /// One kind of mark.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case bracedTexts = "text tags"
        case testStamp = "the test watermark"
        case signaturePage = "the signature page"
    }

    /// The kinds that are wanted.
    public var kinds: [Kind] {
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
public struct MarkedDocument: Sendable {
    /// The document's bytes, with the marks in one update behind them.
    public let bytes: Data
    /// The texts in double braces, page by page in reading order.
    public let bracedTexts: [BracedText]
    /// What was covered: ``EnvelopeDocument/covered`` of the document.
    public let covered: [CoveredFrame]
    /// Where the signers sign on the signature page, in their order.
    public let signaturePlaces: [SignaturePlace]
}

/// A text in double braces on a page, such as `{{signature:1:y}}`.
public struct BracedText: Sendable, Hashable {
    /// What stands between the braces.
    public let text: String
    /// The page number, from 1.
    public let page: Int
    /// The box around the text and its braces.
    public let frame: TabFrame
}

/// The places of one signer on the signature page.
public struct SignaturePlace: Sendable, Hashable {
    public let signer: RecipientID
    /// The page number, from 1.
    public let page: Int
    public let signature: TabFrame
    public let date: TabFrame
}
