/// A name and a text that the sender keeps with a document.
public struct DocumentField: Hashable, Sendable, Codable {
    /// Unique within the document.
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
