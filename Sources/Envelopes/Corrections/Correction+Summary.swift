extension Correction {
    /// What changed, as a list for a sentence: `recipient Bo Signer (bo@example.org), 2 fields, the subject`.
    package var summary: String {
        var parts = recipients.map { "recipient \($0.name)" + ($0.email.isEmpty ? "" : " (\($0.email))") }
        parts += removedRecipients.map { "recipient \($0) removed" }
        parts += documents.map { "document “\($0.name)”" }
        parts += removedDocuments.map { "document \($0) removed" }
        if let fields = Self.count(tabs.count) { parts.append(fields) }
        if let fields = Self.count(removedTabs.count) { parts.append("\(fields) removed") }
        if !tabGroups.isEmpty { parts.append("rules for checkboxes") }
        if emailSubject != nil { parts.append("the subject") }
        if emailBlurb != nil || cleared.contains(.emailBlurb) { parts.append("the message") }
        if notification != nil || cleared.contains(.notification) { parts.append("reminders and expiry") }
        if customFields != nil { parts.append("the custom fields") }
        if replyTo != nil || cleared.contains(.replyTo) { parts.append("the address for replies") }
        if options != nil || sender != nil || allowsReassigning != nil { parts.append("the settings") }
        return parts.joined(separator: ", ")
    }

    private static func count(_ fields: Int) -> String? {
        fields == 0 ? nil : fields == 1 ? "1 field" : "\(fields) fields"
    }
}
