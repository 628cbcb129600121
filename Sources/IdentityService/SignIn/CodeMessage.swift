import Essentials
import Foundation
import Ledger
import Passkeys
import Words

/// The message with a code and a link, as its job carries it: the secrets are sealed.
public struct CodeMessage: Codable, Sendable {
    /// The application's name, which the message shows.
    public let appName: String
    /// An e-mail address, or a telephone number with its `+`.
    public let address: String
    /// In base64, as ``sealedLink``.
    let sealedCode: String
    /// The link's id; `nil` if whoever asked cannot use a link.
    let sealedLink: String?
    /// The tag of the language of whoever asked; `nil` if it is not known.
    public let language: String?
    /// Seconds since 1970 after which the message is of no use.
    public let endsAt: Int

    private static let purpose = "identity-code"

    /// - Parameter endsAt: when the message is of no use any more
    init(
        appName: String, address: String, code: String, link: Secret?, language: Language? = nil, endsAt: Date,
        sealedBy box: any SecretBox
    ) throws {
        self.appName = appName
        self.address = address
        self.language = language?.tag
        self.endsAt = Int(endsAt.timeIntervalSince1970)
        sealedCode = try box.seal(code, for: Self.purpose).base64EncodedString()
        sealedLink = try link.map { try box.seal($0.text, for: Self.purpose).base64EncodedString() }
    }

    /// - Parameters:
    ///   - app: the application's id
    ///   - link: the message's link; each message has a lane of its own
    func job(of app: String, link: Secret) throws -> NewJob {
        let kind: JobKind = SignInAddress(stored: address).kind == .email ? .identityMail : .identityText
        return NewJob(
            kind, lane: Self.lane(of: app, link: link.hash), payload: try CanonicalJSON.bytes(of: self),
            isAwaited: true, client: app)
    }

    /// The lane of one message: each has its own.
    static func lane(of app: String, link hash: Data) -> String { lanes(of: app) + Base64URL.encode(hash) }

    /// The beginning of the lanes of an application's messages.
    static func lanes(of app: String) -> String { "identity/\(app)/" }

    /// Returns the six digits.
    public func code(_ secrets: any SecretBox) throws -> String { try Self.opened(sealedCode, secrets) }

    /// Returns the link's address; `nil` for none.
    ///
    /// - Parameter base: the service's address
    public func link(_ secrets: any SecretBox, base: URL) throws -> URL? {
        try sealedLink.map { base.appending(path: "hub/auth/magic/\(try Self.opened($0, secrets))") }
    }

    private static func opened(_ sealed: String, _ secrets: any SecretBox) throws -> String {
        try secrets.text(Data(base64Encoded: sealed) ?? Data(), for: purpose)
    }
}
