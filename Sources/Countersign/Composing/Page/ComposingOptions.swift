import Composing
import Foundation

/// What an app adds to the composing page.
public struct ComposingOptions: Sendable {
    /// The people whom the page suggests as recipients, besides those of the envelopes on this device; `nil` for none.
    public var contacts: (any ContactSource)?
    /// Picks documents that the app has; the page shows a button for it beside the system's own picker. `nil` for none.
    public var documentPicker: (any DocumentPicker)?
    /// The parts of the draft that the sender cannot change.
    public var lockedParts: Set<ComposingPart> = []
    /// Whether the page begins with the fields instead of the documents.
    public var beginsWithFields = false
    /// Whether the sender signs at once if it is their turn after sending. Default: yes.
    public var signsAtOnce = true

    /// Starts with the defaults.
    public init() {}
}

/// Somebody whom the composing page can suggest as a recipient.
public struct Contact: Sendable, Hashable {
    /// The name as it would stand in the envelope.
    public var name: String
    /// The address for messages.
    public var email: String

    /// Nothing is checked here.
    public init(name: String, email: String) {
        (self.name, self.email) = (name, email)
    }
}

/// An app's contacts: its own, or the system's after the person has agreed.
public protocol ContactSource: Sendable {
    /// Returns the contacts, the likeliest first. The page shows at most a hundred. An error hides the suggestions.
    func contacts() async throws -> [Contact]
}

/// An app's way to pick documents.
public protocol DocumentPicker: Sendable {
    /// The words of the page's button, in the person's language, such as “From my files”.
    var title: String { get }

    /// Lets the person pick; returns an empty list if they pick nothing.
    func pickDocuments() async throws -> [PickedDocument]
}

/// A document that was picked in an app.
public struct PickedDocument: Sendable, Hashable {
    /// The file's name.
    public var name: String
    /// The bytes of a PDF or a picture.
    public var data: Data

    /// Nothing is checked here.
    public init(name: String, data: Data) {
        (self.name, self.data) = (name, data)
    }
}
