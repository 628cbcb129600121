import Envelopes
import Foundation
import Ledger

/// The settings of a ceremony host.
public struct CeremonyConfiguration: Sendable {
    /// The pages that may show this page in a frame: source expressions of the directive `frame-ancestors` (CSP Level 3
    /// §6.4.2). `nil` leaves the directive out, so that every page may, also one without an origin of its own.
    public var frameAncestors: String? = "'self'"
    /// Whether the page fetches its pictures and files by script, since it has no cookie, and shows them as blobs.
    public var picturesByScript = false
    /// The maximum size of a request body in bytes; a long drawn signature with every point of its strokes fits.
    public var bodyLimit = 2 << 20
    /// The maximum size of a file that a recipient attaches, in bytes.
    public var attachmentLimit = 25 << 20
    /// The maximum number of pages of a file that a recipient attaches.
    public var attachmentPages = 200
    /// Takes in the pictures that recipients attach.
    public var pictures = PictureIntake()
    /// Whether the host takes files from recipients.
    public var allowsAttachments = true
    /// Seconds without a request after which the session expires, if the carrier expires sessions; sent to the page.
    public var sessionIdleSeconds: Int?
    /// The time zone for the day in a date-signed tab of people whose page names none.
    public var timeZone = TimeZone.gmt
    /// Whether the zone that the page names counts. A device knows its own.
    public var takesZoneOfPage = true
    /// Whether the authority certifies each document before its first signature, so that validators accept only filling
    /// in and signing afterward (DocMDP 2). A document that arrived signed is not certified.
    public var certifiesDocuments = false
    /// Whether the page offers to finish later and the host accepts it.
    public var allowsFinishingLater = true
    /// Whether the page offers the documents for download and printing. An app whose device passes from person to
    /// person leaves that to the sender.
    public var offersCopies = true
    /// Makes an address at which the visit goes on, on another device; returns `nil` after too many. `nil` where visits
    /// stay on the device on which they began.
    package var continueElsewhere: (@Sendable () async throws -> ContinuedVisit?)?
    /// Draws an address for a camera; `nil` without a program for it, and then no visit moves to another device.
    public var codePicture: (@Sendable (_ address: String) -> CodePicture?)?
    /// Whether the sender looks at the page before the envelope is sent. The page says so.
    public var isPreview = false
    /// Whether entries are kept until the person returns. The page tells them when they leave.
    public var keepsEntries = true
    /// Whether "Next" leads only to empty required fields; otherwise to every field that the signer may fill in.
    public var nextGoesOnlyToBlankRequired = true
    /// Whether the host accepts that a recipient assigns their part to somebody else, where the sender allows it. Only a
    /// service can reach the new person.
    public var allowsDelegation = true
    /// The text that a person agrees to before signing; `nil` for ``Disclosure/standard(sender:terms:)``.
    public var disclosure: Disclosure?
    /// The account's own terms in the standard disclosure.
    public var terms: @Sendable (_ account: String) async throws -> DisclosureTerms = { _ in DisclosureTerms() }
    /// Returns the name of the sender's account, which people see beside the sender's name; `nil` for none.
    public var accountName: @Sendable (_ account: String) async throws -> String? = { _ in nil }
    /// Returns the tag of the account's language, for people who name none that there is; `nil` for English.
    public var accountLanguage: @Sendable (_ account: String) async throws -> String? = { _ in nil }
    /// Returns how the sender's account appears; `nil` for the page's own look.
    public var brand: @Sendable (_ envelope: Envelope) async throws -> AccountBrand? = { _ in nil }
    /// Limits on how much one signer may add to the envelope's history.
    public var acts = ActLimits()
    /// How long signatures are to last; `nil` for signatures without timestamps.
    public var lasting: LastingSignatures?
    /// Returns the current time.
    public var now: @Sendable () -> Date
    /// Called for errors that the person at the page cannot fix.
    public var report: @Sendable (any Error) -> Void

    /// Starts with the default settings.
    ///
    /// - Parameter report: called for errors that the person at the page cannot fix
    public init(
        now: @escaping @Sendable () -> Date = { Date() }, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.now = now
        self.report = report
    }

    /// Returns the maximum size of a request's body in bytes.
    ///
    /// - Parameter target: the request's path and query, relative to the page's base address, with a slash in front
    package func bodyLimit(for target: String) -> Int {
        target.hasPrefix("/attachments/") ? max(bodyLimit, attachmentLimit) : bodyLimit
    }

    /// Returns the account's name as people see it beside the sender's; `nil` if it says nothing more.
    package func account(of envelope: Envelope) async throws -> String? {
        guard let name = try await accountName(envelope.accountID), name != envelope.sender.name else { return nil }
        return name
    }

    /// Blocks content from other hosts, inline scripts and styles, and forms that leave the page.
    var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(picturesByScript ? " blob:" : ""); "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'"
            + (frameAncestors.map { "; frame-ancestors \($0)" } ?? "")
    }
}
