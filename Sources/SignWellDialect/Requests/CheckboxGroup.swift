extension SignWell {
    /// A rule for how many checkboxes have to be ticked.
    public struct CheckboxGroup: Hashable, Sendable, Codable {
        /// Only in answers.
        public var id: String?
        /// The name that tells the groups of a recipient apart (`group_name`). Needed in requests.
        public var groupName: String?
        /// The recipient's id; in a template the placeholder's.
        public var recipientID: String?
        /// The ids of the checkboxes.
        public var checkboxIDs: [String]
        /// How the ticks are counted; absent means ``Validation/minimum``.
        public var validation: Validation?
        /// Whether the recipient has to meet the rule even without a tick; absent means false.
        public var required: Bool?
        /// The least number of ticks, from 0 (`min_value`), for `minimum` and `range`; absent in `minimum` means 1.
        public var minValue: Int?
        /// The greatest number of ticks (`max_value`); needed for `maximum` and `range`.
        public var maxValue: Int?
        /// The number of ticks (`exact_value`); needed for `exact`.
        public var exactValue: Int?

        /// How many boxes have to be ticked: at least ``minValue``, at most ``maxValue``, exactly ``exactValue``, or
        /// from ``minValue`` to ``maxValue``.
        public enum Validation: String, Hashable, Sendable, Codable, CaseIterable {
            case minimum, maximum, exact, range
        }

        /// Creates a group that needs one tick once ``required`` is true.
        ///
        /// - Parameters:
        ///   - recipientID: the recipient of all boxes; in a template the placeholder
        ///   - checkboxIDs: the ``Field/apiID`` of at least two checkboxes
        public init(groupName: String, recipientID: String, checkboxIDs: [String]) {
            self.groupName = groupName
            self.recipientID = recipientID
            self.checkboxIDs = checkboxIDs
        }

        init(reading reader: RequestReader, person: String = "recipient_id") {
            groupName = reader.text("group_name")
            recipientID = reader.text(person)
            checkboxIDs = reader.texts("checkbox_ids") ?? []
            if let given = reader.text("validation") {
                validation = Validation(rawValue: given)
                if validation == nil { reader.refuse("validation", "can only be minimum, maximum, exact or range.") }
            }
            required = reader.flag("required")
            minValue = reader.integer("min_value")
            maxValue = reader.integer("max_value")
            exactValue = reader.integer("exact_value")
            if (groupName ?? "").isEmpty { reader.refuse("group_name", "is missing.") }
            if (recipientID ?? "").isEmpty { reader.refuse(person, "is missing.") }
            if checkboxIDs.count < 2 { reader.refuse("checkbox_ids", "has to name at least two checkboxes.") }
            reader.refuseOthers()
        }

        private enum CodingKeys: String, CodingKey {
            case id, validation, required
            case groupName = "group_name"
            case recipientID = "recipient_id"
            case checkboxIDs = "checkbox_ids"
            case minValue = "min_value"
            case maxValue = "max_value"
            case exactValue = "exact_value"
        }
    }
}
