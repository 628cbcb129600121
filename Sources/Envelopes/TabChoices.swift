/// The group and value of a radio button.
public struct RadioChoice: Hashable, Sendable, Codable {
    /// The name of the group. Of a recipient's buttons with the same group name, only one can be chosen.
    public var group: String
    /// Unique within the group.
    public var value: String

    /// Checked only with the whole definition.
    public init(group: String, value: String) {
        self.group = group
        self.value = value
    }
}

/// An option of a list.
public struct ListOption: Hashable, Sendable, Codable {
    /// The text that people read.
    public var text: String
    /// The stored value; unique within the list.
    public var value: String

    /// Checked only with the whole definition.
    public init(text: String, value: String) {
        self.text = text
        self.value = value
    }
}
