extension SignWell {
    /// A rule for how many checkboxes have to be ticked.
    public struct CheckboxGroup: Hashable, Sendable, Codable {
        /// Only in answers.
        public var id: String?
        public var groupName: String?
        /// The recipient's id; in a template the placeholder's.
        public var recipientID: String?
        /// The ids of the checkboxes.
        public var checkboxIDs: [String]
        public var validation: Validation?
        public var required: Bool?
        public var minValue: Int?
        public var maxValue: Int?
        public var exactValue: Int?

        public enum Validation: String, Hashable, Sendable, Codable, CaseIterable {
            case minimum, maximum, exact, range
        }

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
