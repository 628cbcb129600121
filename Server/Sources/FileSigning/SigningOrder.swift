import Foundation
import SignedPDF
import TokenKeys
import Typesetting

/// An order to sign a file: the file, the signer, and the appearance.
package struct SigningOrder: Sendable {
    /// The signing key.
    package enum Key: Sendable {
        /// A key generated for this one signature, with a self-signed certificate.
        case ephemeral
        /// A private key and its certificates as PEM files.
        case pem(key: URL, certificates: URL)
        /// A key and its certificates in a PKCS#12 file; without a password file, the password is empty.
        case pkcs12(URL, passwordFile: URL?)
        /// A key on a PKCS#11 token. The reference may name the PIN's file, too. The certificates are for tokens that
        /// hold none.
        case token(TokenReference, pinFile: URL?, certificates: URL?)
    }

    package var input: URL
    package var output: URL
    package var signer: SignerName
    /// The page of the signature, from 1; `nil` for the last page.
    package var page: Int?
    /// The position of the signature in PDF points, from the top left of the page as a reader displays it. `nil` for
    /// an invisible signature.
    package var rect: PageRect?
    /// The name of a signature field of the file, which is signed instead of a new one. It has a place of its own, so
    /// that `page` and `rect` stay `nil`.
    package var field: String?
    /// An image to show instead of the signer's name, in PNG or JPEG format.
    package var image: URL?
    package var reason: String?
    /// The zone of the time below the signer's name.
    package var timeZone = TimeZone.current
    package var key: Key
    /// The fonts for a name or reason that the standard PDF fonts cannot show.
    package var fonts = FontOrder()
    /// The hash function and padding.
    package var algorithm: AlgorithmChoice
    /// The signature level, and the services for it.
    package var lasting = LevelOrder()
    /// A file with the document's own password, if it is encrypted.
    package var documentPasswordFile: URL?
    /// Whether a damaged file is rewritten before signing.
    package var repairs = false
    /// Whether the XFA part of a form is removed before signing.
    package var dropsXFA = false

    package init(
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
package struct SignerName: Sendable, Hashable {
    package let name: String
    package let email: String?

    /// Reads `NAME <EMAIL>` or `NAME`; returns `nil` for anything else.
    package init?(_ text: String) {
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
    /// Reads `x,y,width,height` in PDF points; returns `nil` for anything else, and for an empty rectangle.
    package init?(argument text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 4, let x = parts[0], let y = parts[1], let width = parts[2], let height = parts[3],
            [x, y, width, height].allSatisfy(\.isFinite), x >= 0, y >= 0, width > 0, height > 0
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
