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
    /// The largest request body, in bytes.
    public var requestLimit = 25 * 1024 * 1024
    /// Seconds from the end of a request's header to the end of its body, after which the connection is closed.
    public var requestLife: TimeInterval = 300
    /// Seconds within which a client takes each part of an answer, of at most 256 KB, before the connection is closed.
    public var answerLife: TimeInterval = 60
    /// The most connections at a time; fewer where the system lets the process open few files. One address gets a
    /// quarter of them, unless a proxy stands before the service.
    public var connectionLimit = 1000
    /// Seconds for which a signing URL is worth something.
    public var ticketLife: TimeInterval = 300
    /// Seconds of silence after which a signing session ends.
    public var sessionIdleLife: TimeInterval = 20 * 60
    /// Seconds after which a signing session ends whatever happens in it.
    public var sessionLife: TimeInterval = 24 * 3600
    /// The zone whose calendar day a date-signed field shows.
    public var timeZone = TimeZone.gmt
    /// In which fonts values are set that the standard PDF fonts cannot show.
    public var fonts = FontOrder()
    /// Whether each document is certified before its first signature (DocMDP 2).
    public var certifiesDocuments = false
    /// How much one signer may add to an envelope's history on the signing page.
    public var acts = ActLimits()
    /// How much a device may leave in parts; no part is larger than ``requestLimit``.
    public var uploads = UploadLimits()
    /// What a device's history may be; none is larger than ``requestLimit``.
    public var commits = CommitLimits()
    /// How much work it is to try a password.
    var passwordCost = StoredPassword.Cost.usual
    /// Seconds for which an app whose answer was lost may show the refresh token again that it has traded, as long as
    /// nobody has used what it was traded for; 0 for not at all. Default: 30.
    public var refreshGrace: TimeInterval = defaultRefreshGrace
    /// How long signatures are to last; nil for signatures without timestamps.
    public var lasting: LastingSignatures?
    /// The most bytes of stored envelopes, or templates, that are read for one page of a list; such a page ends earlier
    /// than was asked for. A single larger one is a page. Default: 32 MB.
    public var listBytes = 32 * 1024 * 1024
    /// Seconds for which bytes stay at least that a deleted template had, or that came with a request which was refused;
    /// longer than any request takes to be answered. Default: an hour.
    public var unusedBlobLife: TimeInterval = 3600
    /// Tells the time.
    public var now: @Sendable () -> Date = { Date() }

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

    /// What of it is for the calls and the signing pages.
    func envelopeService(_ logger: Logger) -> EnvelopeServiceConfiguration {
        var service = EnvelopeServiceConfiguration()
        service.requestLimit = requestLimit
        service.ticketLife = ticketLife
        service.sessionIdleLife = sessionIdleLife
        service.sessionLife = sessionLife
        service.isSecure = isSecure
        service.timeZone = timeZone
        service.certifiesDocuments = certifiesDocuments
        service.lasting = lasting
        service.acts = acts
        service.uploads = uploads
        service.uploads.partSize = min(uploads.partSize, requestLimit)
        service.commits = commits
        service.commits.historySize = min(commits.historySize, requestLimit)
        service.listBytes = listBytes
        service.unusedBlobLife = unusedBlobLife
        service.now = now
        service.report = { error, _ in
            logger.error("The signing page could not be answered", metadata: ["error": "\(error)"])
        }
        return service
    }
}
