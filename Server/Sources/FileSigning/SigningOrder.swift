import Foundation
import SignedPDF
import Typesetting
import TokenKeys

/// What is to be signed, by whom, and how it looks.
public struct SigningOrder: Sendable {
    /// Whose key signs.
    public enum Key: Sendable {
        /// A key made for this one signature, with a certificate that it signed itself.
        case ephemeral
        /// A private key and its certificates as PEM files.
        case pem(key: URL, certificates: URL)
        /// Both in a PKCS#12 file; without a password file the password is empty.
        case pkcs12(URL, passwordFile: URL?)
        /// A key on a PKCS#11 token; the PIN's file may be named in the reference too. The certificates are for tokens
        /// that hold none.
        case token(TokenReference, pinFile: URL?, certificates: URL?)
    }

    public var input: URL
    public var output: URL
    public var signer: SignerName
    /// From 1; nil for the last page.
    public var page: Int?
    /// Where the signature is seen: points from the top left of the page as a reader sees it. Nil for nowhere.
    public var rect: PageRect?
    /// A picture to show instead of the signer's name: PNG or JPEG.
    public var image: URL?
    public var reason: String?
    public var key: Key
    /// In which fonts a name or reason is set that the standard PDF fonts cannot show.
    public var fonts = FontOrder()
    /// Hash function and padding.
    public var algorithm: AlgorithmChoice
    /// How long the signature is to last.
    public var lasting = LevelOrder()
    /// A file that holds the document's own password, if it is encrypted.
    public var documentPasswordFile: URL?
    /// Whether a damaged file is written anew before it is signed.
    public var repairs = false
    /// Whether the XFA part of a form is taken out before signing.
    public var dropsXFA = false

    public init(
        input: URL, output: URL, signer: SignerName, page: Int? = nil, rect: PageRect? = nil, image: URL? = nil,
        reason: String? = nil, key: Key = .ephemeral, algorithm: AlgorithmChoice = AlgorithmChoice()
    ) {
        self.input = input
        self.output = output
        self.signer = signer
        self.page = page
        self.rect = rect
        self.image = image
        self.reason = reason
        self.key = key
        self.algorithm = algorithm
    }
}

/// A person's name and, if given, e-mail address: `Ada Lovelace <ada@example.org>`.
public struct SignerName: Sendable, Hashable {
    public let name: String
    public let email: String?

    /// Reads `NAME <EMAIL>` or `NAME`; nil for anything else.
    public init?(_ text: String) {
        let text = Self.trimmed(text[...])
        guard let open = text.firstIndex(of: "<") else {
            guard !text.isEmpty, !text.contains(">") else { return nil }
            name = text
            email = nil
            return
        }
        let name = Self.trimmed(text[..<open])
        let rest = text[text.index(after: open)...]
        guard !name.isEmpty, rest.last == ">" else { return nil }
        let email = Self.trimmed(rest.dropLast())
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            !email.contains(where: { $0.isWhitespace || "<>,;\"".contains($0) })
        else { return nil }
        self.name = name
        self.email = email
    }

    private static func trimmed(_ text: Substring) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}

extension PageRect {
    /// Reads `x,y,width,height` in points; nil for anything else, and for a rectangle of no size.
    public init?(argument text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
            [x, y, width, height].allSatisfy(\.isFinite), x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
