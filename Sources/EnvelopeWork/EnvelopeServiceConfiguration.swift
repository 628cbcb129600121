import Ceremony
import DocumentConversion
import Envelopes
import Foundation

/// The settings of the service, independent of its carrier.
public struct EnvelopeServiceConfiguration: Sendable {
    /// The maximum size of the body of an eSignature API call, in bytes. The default holds a document of
    /// ``documentLimit`` in base64.
    public var requestLimit = 36 * 1024 * 1024
    /// The maximum size of a document that a sender uploads, in bytes.
    public var documentLimit = 25 * 1024 * 1024
    /// Seconds until a signing URL expires.
    public var ticketLife: TimeInterval = 300
    /// Seconds without a request after which a signing session expires; sent to the page.
    public var sessionIdleLife: TimeInterval = 20 * 60
    /// Seconds after which a signing session expires in any case. Default: a day.
    public var sessionLife: TimeInterval = 24 * 3600
    /// Seconds without a request after which a visit to the composing page expires. Default: an hour.
    public var composingIdleLife: TimeInterval = 3600
    /// Whether browsers use TLS, so that cookies must not be sent without it.
    public var isSecure = false
    /// Limits on the links and one-time codes in messages.
    public var links = LinkLimits()
    /// The settings of the signing pages. The service itself sets the session expiry and the error report.
    public var ceremony = CeremonyConfiguration()
    /// Whether the service's own calls are enabled; `false` leaves the eSignature API and the signing pages.
    public var answersOwnCalls = true
    /// Limits on uploads by devices.
    public var uploads = UploadLimits()
    /// Limits on devices' histories.
    public var commits = CommitLimits()
    /// Reminders and expiry of envelopes without their own settings. Default: no reminders, and expiry after 120 days.
    public var timer = EnvelopeTimer()
    /// Returns an account's own reminders and expiry, for its envelopes without settings; `nil` for ``timer``'s.
    public var accountNotification: @Sendable (_ account: String) async throws -> NotificationSettings? = { _ in nil }
    /// What an account's new envelopes begin with.
    public var accountDefaults: @Sendable (_ account: String) async throws -> EnvelopeDefaults = { _ in
        EnvelopeDefaults()
    }
    /// Whether an account still has a user, so that their open pages go on.
    public var hasUser: @Sendable (_ user: String, _ account: String) async throws -> Bool = { _, _ in true }
    /// The rules for webhooks.
    public var connect = ConnectSettings()
    /// How often one API key may call.
    public var keyLimits = APIKeyLimits()
    /// Seconds within which the files that a request names by their addresses have to be fetched.
    public var fetchTime: TimeInterval = 30
    /// The maximum size of all files that one request names by their addresses, in bytes. Default: 100 MB.
    public var fetchedBytes = 100 * 1024 * 1024
    /// How files of other kinds become PDFs.
    public var converter = DocumentConverter()
    /// Whether signers without a `clientUserId` are notified by mail. If not, sending an envelope to them is rejected,
    /// since nobody could request their signing page.
    public var mailsSigners = false
    /// The maximum number of concurrent API calls that change something (not GET or HEAD). Default: the number of
    /// processors, at least four.
    public var heavyCalls = max(4, ProcessInfo.processInfo.activeProcessorCount)
    /// The maximum number of further such calls that one account may have waiting. More are rejected with status 429.
    /// Default: 500.
    public var heavyCallsWaiting = 500
    /// The maximum number of bytes in the unanswered calls of one account. More are rejected with status 429. Default:
    /// 384 MB.
    public var heavyCallBytes = 384 * 1024 * 1024
    /// The maximum size of stored envelopes or templates to read for one page of a list, in bytes; a larger page is cut
    /// short. A page has at least one item, whatever its size. Default: 32 MB.
    public var listBytes = 32 * 1024 * 1024
    /// Minimum retention of orphaned blobs, in seconds: those of deleted templates and of rejected requests. Must
    /// exceed the duration of any request. Default: an hour.
    public var unusedBlobLife: TimeInterval = 3600
    /// Called for internal errors, with the trace token of the response if there is one.
    public var report: @Sendable (_ error: any Error, _ trace: String?) -> Void = { _, _ in }

    /// Starts with the defaults.
    public init() {}

    /// Returns the current time, for the signing pages as well.
    public var now: @Sendable () -> Date {
        get { ceremony.now }
        set { ceremony.now = newValue }
    }
}

/// Limits on the links and one-time codes in messages.
public struct LinkLimits: Sendable, Hashable {
    /// Seconds until a link expires for somebody who has not signed. Default: 60 days.
    public var life: TimeInterval = 60 * 86_400
    /// The maximum number of new links that a recipient may ask for within an hour.
    public var renewals = 3
    /// Seconds until a one-time code expires. Default: ten minutes.
    public var codeLife: TimeInterval = 600
    /// The maximum number of times within an hour that a sender may send an envelope's invitations again.
    public var resends = 10
    /// The number of wrong codes after which a one-time code is used up.
    public var codeTries = 5
    /// The maximum number of one-time codes that a recipient may ask for within an hour.
    public var codes = 5
    /// The maximum number of access codes that somebody who has signed may enter within a day, right or wrong, to see
    /// the documents again.
    public var lateAccessCodes = 10

    /// Starts with the defaults.
    public init() {}
}

/// Limits on uploads by devices.
public struct UploadLimits: Sendable, Hashable {
    /// The maximum size of a blob in bytes.
    public var totalSize = 100 * 1024 * 1024
    /// The maximum size of one part in bytes.
    public var partSize = 8 * 1024 * 1024
    /// The maximum number of an account's unfinished uploads.
    public var openUploads = 500
    /// The maximum number of an account's bytes, announced or uploaded, that no envelope names.
    public var unusedBytes = 2 * 1024 * 1024 * 1024
    /// Seconds after the last part until an upload expires. Applies to unfinished uploads, and to finished ones that
    /// nothing names.
    public var partLife: TimeInterval = 7 * 24 * 3600

    /// Starts with the defaults.
    public init() {}
}

/// Limits on a device's history. How often a recipient may adopt is in ``CeremonyConfiguration/acts``.
public struct CommitLimits: Sendable, Hashable {
    /// The maximum size of a history in bytes.
    public var historySize = 16 * 1024 * 1024
    /// The maximum number of events of a history. Default: as many as people at the signing pages may make.
    public var events = ActLimits().events
    /// Seconds by which a device's clock may be ahead of the service's.
    public var clockAhead: TimeInterval = 24 * 3600
    /// Seconds by which a device's event may be dated earlier than the event before it.
    public var clockBehind: TimeInterval = 24 * 3600
    /// Further texts that people may have agreed to on devices, besides ``Disclosure/known(sender:terms:)``, for apps
    /// that show their own. Default: none.
    public var disclosures: [Disclosure] = []
    /// The maximum size of a signature's artwork in bytes.
    public var artworkSize = 4 * 1024 * 1024
    /// The maximum total size of the artwork in a history's new events, in bytes; each blob counts once.
    public var readBytes = 32 * 1024 * 1024
    /// Whether values that no standard font can show may be set in fonts that the service's machine lacks, such as
    /// those of phones. The field has to show exactly the value's characters, in order. The service cannot tell what
    /// the letters of an unknown font look like, so it records these values and the certificate of completion prints
    /// them. `false` accepts only the service's own fonts.
    public var takesOtherFonts = true

    /// Starts with the defaults.
    public init() {}
}

/// How often one API key may call.
public struct APIKeyLimits: Sendable, Hashable {
    /// The maximum number of calls in one window.
    public var calls = 120
    /// Seconds of a window. Default: a minute.
    public var window: TimeInterval = 60

    /// Starts with the defaults.
    public init() {}
}
