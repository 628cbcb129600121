/// What a radio button stands for.
public struct RadioChoice: Hashable, Sendable, Codable {
    /// The buttons of one recipient with the same group name belong together: choosing one gives up the others.
    public var group: String
    /// Unique within the group.
    public var value: String

    public init(group: String, value: String) {
        self.group = group
        self.value = value
    }
}

/// One thing that a list offers.
public struct ListOption: Hashable, Sendable, Codable {
    /// What people read.
    public var text: String
    /// What is kept; unique within the list.
    public var value: String

    public init(text: String, value: String) {
        self.text = text
        self.value = value
    }
}
