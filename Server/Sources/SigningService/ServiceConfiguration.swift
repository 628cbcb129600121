import Ceremony
import EnvelopeService
import Envelopes
import Foundation
import Logging
import Typesetting

/// What can be set about a service.
public struct ServiceConfiguration: Sendable {
    /// The folder in which everything is kept.
    public var dataDirectory: URL
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 lets the system choose a free one.
    public var port: Int
    /// Where browsers and clients reach the service when that is not the address it listens on: behind a proxy, over
    /// TLS. Without a final slash.
    public var publicURL: URL?
    /// The certificate with which the service itself speaks TLS; `nil` for plain HTTP, as behind a proxy.
    public var certificate: TLSCertificate?
    /// How many proxies stand before the service, each of which adds the address that a request came from to
    /// `X-Forwarded-For`; 0 when there are none, or they do not say.
    public var proxies = 0
    /// How long and how many connections are kept.
    public var connections = ConnectionLimits()
    /// The calls and the signing pages. No part of an upload and no history is larger than its ``requestLimit``; whether
    /// cookies need TLS, and where failures are told, the service sets itself.
    public var envelopes = EnvelopeServiceConfiguration()
    /// In which fonts values are set that the standard PDF fonts cannot show.
    public var fonts = FontOrder()
    /// How much work it is to try a password.
    var passwordCost = StoredPassword.Cost.usual
    /// Seconds for which an app whose answer was lost may show the refresh token again that it has traded, as long as
    /// nobody has used what it was traded for; 0 for not at all. Default: 30.
    public var refreshGrace: TimeInterval = defaultRefreshGrace

    public init(dataDirectory: URL, host: String = "127.0.0.1", port: Int = 8080, publicURL: URL? = nil) {
        self.dataDirectory = dataDirectory
        self.host = host
        self.port = port
        self.publicURL = publicURL
    }

    static let defaultRefreshGrace: TimeInterval = 30

    /// Whether browsers reach the service over TLS, so that cookies must not travel otherwise.
    var isSecure: Bool { certificate != nil || publicURL?.scheme?.lowercased() == "https" }

    /// Whether it is known where a request comes from.
    var knowsVisitors: Bool { publicURL == nil || proxies > 0 }

    /// The calls and the signing pages as the service runs them.
    func envelopeService(_ logger: Logger) -> EnvelopeServiceConfiguration {
        var service = envelopes
        service.isSecure = isSecure
        service.uploads.partSize = min(service.uploads.partSize, service.requestLimit)
        service.commits.historySize = min(service.commits.historySize, service.requestLimit)
        service.report = { error, _ in
            logger.error("The signing page could not be answered", metadata: ["error": "\(error)"])
        }
        return service
    }
}
