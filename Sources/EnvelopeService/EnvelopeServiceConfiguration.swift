import Ceremony
import Envelopes
import Foundation

/// What can be set about the service, whoever carries it.
public struct EnvelopeServiceConfiguration: Sendable {
    /// The largest body of a call of the eSignature API, in bytes.
    public var requestLimit = 25 * 1024 * 1024
    /// Seconds for which a signing URL is worth something.
    public var ticketLife: TimeInterval = 300
    /// Seconds of silence after which a signing session ends; told to the page.
    public var sessionIdleLife: TimeInterval = 20 * 60
    /// Seconds after which a signing session ends whatever happens in it. Default: a day.
    public var sessionLife: TimeInterval = 24 * 3600
    /// Whether browsers reach the service over TLS, so that cookies must not travel otherwise.
    public var isSecure = false
    /// What the signing pages do. The service itself sets after how long a session ends, and where failures are told.
    public var ceremony = CeremonyConfiguration()
    /// Whether our own calls beside the API are answered; false makes it a server like any other.
    public var answersOwnCalls = true
    public var uploads = UploadLimits()
    public var commits = CommitLimits()
    /// Whether signers without a `clientUserId` hear of their envelopes by mail. Where they do not, an envelope for them is
    /// refused when it is sent: nobody could ask for their signing page.
    public var mailsSigners = false
    /// How many calls that bring something are worked on at once. Default: four, or as many as there are processors.
    public var heavyCalls = max(4, ProcessInfo.processInfo.activeProcessorCount)
    /// How many more of them one account may have waiting, and how many bytes in them. Any more are refused with status
    /// 429. Default: 500, and 256 MB.
    public var heavyCallsWaiting = 500
    public var heavyCallBytes = 256 * 1024 * 1024
    /// The most bytes of stored envelopes, or templates, that are read for one page of a list; such a page ends earlier
    /// than was asked for. A single larger one is a page. Default: 32 MB.
    public var listBytes = 32 * 1024 * 1024
    /// Seconds for which bytes stay at least that a deleted template had, or that came with a request which was refused;
    /// longer than any request takes to be answered. Default: an hour.
    public var unusedBlobLife: TimeInterval = 3600
    /// Gets told of failures that are nobody's fault but ours, with the trace token of the answer if there is one.
    public var report: @Sendable (_ error: any Error, _ trace: String?) -> Void = { _, _ in }

    public init() {}

    /// Tells the time, to the signing pages as well.
    public var now: @Sendable () -> Date {
        get { ceremony.now }
        set { ceremony.now = newValue }
    }
}

/// How much a device may leave in parts before it is whole.
public struct UploadLimits: Sendable, Hashable {
    /// The most bytes that a blob may have.
    public var totalSize = 100 * 1024 * 1024
    /// The most bytes of one part.
    public var partSize = 8 * 1024 * 1024
    /// The most uploads that an account may have begun and not finished.
    public var openUploads = 500
    /// The most bytes that an account may have announced and handed over without an envelope that names them.
    public var unusedBytes = 2 * 1024 * 1024 * 1024
    /// Seconds after the last part until what there is of an upload is dropped: of one that is unfinished, and of a
    /// finished one that nothing has come to name.
    public var partLife: TimeInterval = 7 * 24 * 3600

    public init() {}
}

/// What a device's history may be.
public struct CommitLimits: Sendable, Hashable {
    /// The most bytes of a history.
    public var historySize = 16 * 1024 * 1024
    /// The most events of a history.
    public var events = 20_000
    /// Seconds by which a device's clock may be ahead of ours.
    public var clockAhead: TimeInterval = 24 * 3600
    /// Seconds by which what a device recorded may lie before what had happened by then.
    public var clockBehind: TimeInterval = 24 * 3600
    /// The texts that people may have agreed to on devices, beside
    /// ``Disclosure/known(sender:terms:)``: those of apps that show another one. Default: none.
    public var disclosures: [Disclosure] = []
    /// The most bytes of the artwork of a signature.
    public var artworkSize = 4 * 1024 * 1024
    /// How many times a recipient may adopt a signature or initials in what is handed over at once.
    public var adoptions = 100
    /// The most bytes of artwork that a history's new events may name, each blob counted once.
    public var readBytes = 32 * 1024 * 1024
    /// Whether values that no standard font shows may stand in fonts that the service's machine lacks, as those of
    /// phones. The field has to show the value's characters in their order, and nothing else; what the letters of an
    /// unknown font look like the service cannot tell, so it notes these values, and the certificate of completion prints
    /// them. False takes values in its own fonts only.
    public var takesOtherFonts = true

    public init() {}
}
