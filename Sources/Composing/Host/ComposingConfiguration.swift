import Foundation
import PageImages
import Words

/// A part of a draft that an app can keep from being changed.
public enum ComposingPart: String, Sendable, Hashable, CaseIterable, Encodable {
    /// The documents, their names and their order.
    case documents
    /// Who takes part, and how.
    case recipients
    /// The fields on the documents.
    case fields
    /// The subject, the message, reminders and expiry.
    case message
}

/// The settings of a composing page.
public struct ComposingConfiguration: Sendable {
    /// The maximum size of a request's body in bytes, files excepted.
    public var bodyLimit = 8 << 20
    /// The maximum size of a file in bytes.
    public var fileLimit = 25 << 20
    /// Whether the page sends the envelope. If not, it only keeps it, and the program that opened the page sends.
    public var sends = true
    /// Whether the page begins with the fields instead of the documents.
    public var beginsWithFields = false
    /// Whether the carrier shows the signing page of each recipient, filled with nothing, below `preview/`.
    public var showsPreviews = false
    /// The sources of `frame-ancestors`, by which pages may show this one in a frame (CSP Level 3 §6.4.2); `nil` for any.
    public var frameAncestors: String? = "'none'"
    /// Whether the page's script fetches pictures, since the browser's own requests cannot carry what opens the page.
    public var picturesByScript = false
    /// Whether the sender's templates are offered, and people from earlier envelopes.
    public var offersAccount = true
    /// Whether the sender can make a template of the draft.
    public var makesTemplates = true
    /// Whether the window around the page has a control that closes it and keeps the draft. The page's own control then
    /// only discards.
    public var hasClosingWindow = false
    /// The words of a button with which the sender picks documents of the app; `nil` for no such button.
    public var pickerTitle: String?
    /// The parts of the draft that stay as they are.
    public var locked: Set<ComposingPart> = []
    /// Called for errors that the person at the page cannot fix.
    public var report: @Sendable (any Error) -> Void = { _ in }

    /// Starts with the defaults.
    public init() {}

    /// Blocks content from other hosts, inline scripts and styles, and forms that leave the page.
    var contentSecurityPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(picturesByScript ? " blob:" : ""); "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'"
            + (frameAncestors.map { "; frame-ancestors \($0)" } ?? "")
    }
}
