import Ceremony
import Foundation
import SignWellDialect

/// The bundled page around an embedded signing page: it loads the server's embed script, opens the signing page in a
/// frame, and posts to the app how signing ended.
public struct EmbeddedPage: Sendable, Hashable {
    /// The recipient's `embedded_signing_url`.
    public let signingURL: URL
    /// Lets the app tell the page's messages from those of frames in it.
    private let token: String

    /// The name of the message handler that the page posts to; each message is a text.
    public static let messageHandler = "countersign"

    /// - Throws: ``CountersignError/unusableAddress(what:)`` unless the address is https, or http to this machine
    public init(signingURL: URL, allowsPlainHTTP: Bool = false) throws(CountersignError) {
        do throws(CountersignError) {
            self.signingURL = try SigningURL.opened(
                signingURL.absoluteString, language: nil, allowsPlainHTTP: allowsPlainHTTP, trace: nil)
        } catch {
            if case .unreadableAnswer(let what, _) = error { throw .unusableAddress(what: what) }
            throw error
        }
        token = UUID().uuidString
    }

    /// The address that the page is loaded under: the root of the signing page's server.
    public var baseURL: URL { URL(string: "/", relativeTo: signingURL)?.absoluteURL ?? signingURL }

    /// The server's embed script. SignWell has it on a host of its own.
    var script: URL {
        let host = signingURL.host()?.lowercased() ?? ""
        let isSignWell = host == "signwell.com" || host.hasSuffix(".signwell.com")
        let address = isSignWell ? "https://static.signwell.com/assets/embedded.js" : "/embedded.js"
        return URL(string: address, relativeTo: signingURL)?.absoluteURL ?? signingURL
    }

    /// The page, to be loaded as a text under ``baseURL``.
    public var html: String {
        let settings = ["url": signingURL.absoluteString, "script": script.absoluteString, "token": token]
        return Self.template.replacingOccurrences(of: "$SETTINGS$", with: Self.literal(settings))
    }

    /// A JavaScript literal that ends neither its script nor a line, whatever the texts hold.
    static func literal(_ members: [String: String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(members) else { return "{}" }
        var text = String(decoding: data, as: UTF8.self)
        for letter in ["<", ">", "&", "\u{2028}", "\u{2029}"] {
            let code = letter.unicodeScalars.first.map { String($0.value, radix: 16) } ?? ""
            let zeros = String(repeating: "0", count: 4 - code.count)
            text = text.replacingOccurrences(of: letter, with: "\\u\(zeros)\(code)")
        }
        return text
    }

    /// Returns how signing ended, as a message says; `nil` for a message that ends nothing, or that another page sent.
    ///
    /// - Parameter message: the text that was posted to ``messageHandler``
    public func ending(_ message: String) -> SigningPageEnding? {
        guard message.utf8.count <= 1 << 16,
            let said = try? JSONDecoder().decode(Message.self, from: Data(message.utf8)), said.token == token
        else { return nil }
        switch said.event {
        case "completed": return .returned(.signingComplete)
        case "declined": return .returned(.decline)
        case "closed": return .cancelled
        case "error" where said.code == "session_timeout": return .timedOut
        case "error" where said.code == "unknown_address": return .returned(.timeToLiveExpired)
        case "error":
            let reason = said.reason.map { CountersignError.shown($0, 500) } ?? ""
            return .failed(reason: reason.isEmpty ? "The signing page reported an error." : reason)
        default: return nil
        }
    }

    private struct Message: Decodable {
        let token: String
        let event: String
        let reason: String?
        let code: String?
    }
}
