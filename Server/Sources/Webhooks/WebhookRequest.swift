import Crypto
import Essentials
import Foundation
import GuardedHTTP
import HTTPTypes

/// One message to a receiver of webhooks.
package struct WebhookRequest: Sendable {
    /// The maximum number of keys, and so of signatures.
    package static let mostKeys = 10

    package var url: String
    /// The body. Exactly these bytes are signed and sent.
    package var body: Data
    package var mediaType: String
    /// The keys of the signatures, in the order of their headers' numbers.
    package var keys: [Data]
    /// The key of a signature in `X-Countersign-Signature`: `sha256=` and the HMAC-SHA256 of the body in hexadecimal
    /// digits; `nil` for no such header.
    package var bodyKey: Data?
    package var credentials: WebhookCredentials
    package var accountID: String?
    /// The id of the delivery in `X-Countersign-Delivery`, the same in each attempt.
    package var deliveryID: String
    package var timeLimit: Duration

    package init(
        url: String, body: Data, mediaType: String = "application/json; charset=utf-8", deliveryID: String,
        keys: [Data] = [], credentials: WebhookCredentials = .none,
        accountID: String? = nil, timeLimit: Duration = .seconds(100)
    ) {
        self.url = url
        self.body = body
        self.mediaType = mediaType
        self.deliveryID = deliveryID
        self.keys = keys
        self.credentials = credentials
        self.accountID = accountID
        self.timeLimit = timeLimit
    }

    /// The size of a receiver's explanation that is kept, in bytes.
    private static let longestExplanation = 2048

    /// The headers: for each key, `X-DocuSign-Signature-` and its number, from 1, with the HMAC-SHA256 (RFC 2104) of
    /// the body in base64.
    package var headers: HTTPFields {
        var headers: HTTPFields = [.contentType: mediaType]
        headers.set("X-Countersign-Delivery", deliveryID)
        for (index, key) in keys.prefix(Self.mostKeys).enumerated() {
            let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: key))
            headers.set("X-DocuSign-Signature-\(index + 1)", Data(code).base64EncodedString())
        }
        if let bodyKey {
            let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: bodyKey))
            headers.set("X-Countersign-Signature", "sha256=" + Hexadecimal.text(code))
        }
        if !keys.isEmpty { headers.set("X-Authorization-Digest", "HMACSHA256") }
        if let accountID { headers.set("X-DocuSign-AccountId", accountID) }
        headers[.authorization] = credentials.header
        return headers
    }

    var outgoing: OutgoingRequest {
        OutgoingRequest(
            .post, url: url, headers: headers, body: body, redirects: .keepingMethod,
            reading: .explanation(limit: Self.longestExplanation), timeLimit: timeLimit)
    }
}

extension HTTPFields {
    /// Sets a header whose name is a token (RFC 9110 §5.6.2).
    fileprivate mutating func set(_ name: String, _ value: String) {
        guard let name = HTTPField.Name(name) else { return }
        self[name] = value
    }
}
