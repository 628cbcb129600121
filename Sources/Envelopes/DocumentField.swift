/// A name and a text that the sender keeps with a document.
public struct DocumentField: Hashable, Sendable, Codable {
    /// Unique within the document.
    public var name: String
    /// The text; may be empty.
    public var value: String

    /// Checked only with the whole definition.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
