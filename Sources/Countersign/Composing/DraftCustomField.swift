import Envelopes

/// Information that the sender stores with the envelope: ``TextCustomField``, ``ListCustomField``.
public protocol DraftCustomField: Sendable {
    /// The field as the envelope's definition has it.
    var field: CustomField { get }
}

/// A free text.
public struct TextCustomField: DraftCustomField, Hashable {
    /// The field, without a list of allowed values.
    public var field: CustomField

    /// - Parameters:
    ///   - id: unique within the envelope
    ///   - isShown: whether the field appears on the certificate of completion
    public init(id: String, name: String, value: String = "", isShown: Bool = false, isRequired: Bool = false) {
        field = CustomField(id: id, name: name, value: value, show: isShown, required: isRequired)
    }
}

/// One text chosen from a list.
public struct ListCustomField: DraftCustomField, Hashable {
    /// The field, with its allowed values as `items`.
    public var field: CustomField

    /// - Parameter value: one of `items`, or empty
    public init(
        id: String, name: String, items: [String], value: String = "", isShown: Bool = false, isRequired: Bool = false
    ) {
        field = CustomField(
            id: id, name: name, value: value, show: isShown, required: isRequired, items: items)
    }
}
