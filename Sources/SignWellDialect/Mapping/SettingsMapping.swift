import Envelopes
import Essentials
import Foundation

/// The API's own limits of a document's settings, in UTF-16 code units.
enum SettingLimits {
    static let requesterName = 100
    static let subject = 255
    static let message = 4000
    static let expiresIn = 365
    static let metadataPairs = 50
    static let metadataKey = 40
    static let metadataValue = 500
    static let reminderDays = [3, 6, 10]
}

extension SignWell.DocumentSettings {
    /// Notes what the API does not take.
    func check(_ problems: RequestProblems) {
        func limit(_ text: String?, _ key: String, _ limit: Int) {
            if let text, text.utf16.count > limit {
                problems.add("is longer than \(limit) characters.", at: [key])
            }
        }
        limit(name, "name", SettingLimits.subject)
        limit(subject, "subject", SettingLimits.subject)
        limit(message, "message", SettingLimits.message)
        limit(customRequesterName, "custom_requester_name", SettingLimits.requesterName)
        if let customRequesterEmail, !EmailAddress.isValid(customRequesterEmail) {
            problems.add("is not an e-mail address.", at: ["custom_requester_email"])
        }
        for (address, key) in [(redirectURL, "redirect_url"), (declineRedirectURL, "decline_redirect_url")] {
            if let address, !Self.isWebAddress(address) { problems.add("is not a URL.", at: [key]) }
        }
        if let expiresIn, !(1...SettingLimits.expiresIn).contains(expiresIn) {
            problems.add("has to be from 1 to \(SettingLimits.expiresIn) days.", at: ["expires_in"])
        }
        if let language, !Self.languages.contains(language) {
            problems.add("can only be \(Self.languages.joined(separator: ", ")).", at: ["language"])
        }
        if let apiApplicationID, UUID(uuidString: apiApplicationID) == nil {
            problems.add("There is no application with this id.", at: ["api_application_id"])
        }
        checkMetadata(problems)
    }

    private func checkMetadata(_ problems: RequestProblems) {
        guard let metadata else { return }
        if metadata.count > SettingLimits.metadataPairs {
            problems.add("has more than \(SettingLimits.metadataPairs) pairs.", at: ["metadata"])
        }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            let name = key.prefix(100)
            if key.isEmpty || key.utf16.count >= SettingLimits.metadataKey {
                problems.add(
                    "The key “\(name)” has to have 1 to \(SettingLimits.metadataKey - 1) characters.", at: ["metadata"])
            }
            if value.utf16.count >= SettingLimits.metadataValue {
                problems.add(
                    "The value of “\(name)” has \(SettingLimits.metadataValue) characters or more.", at: ["metadata"])
            }
        }
    }

    /// Whether browsers may be sent to an address: a web page, or an app by its own scheme.
    private static func isWebAddress(_ text: String) -> Bool {
        text.utf16.count <= EnvelopeLimits.returnAddress && ReturnAddress.allows(text)
    }

    /// The settings with those of another request wherever this one says nothing.
    package func or(_ other: SignWell.DocumentSettings) -> SignWell.DocumentSettings {
        var all = self
        all.name = name ?? other.name
        all.subject = subject ?? other.subject
        all.message = message ?? other.message
        all.testMode = testMode ?? other.testMode
        all.expiresIn = expiresIn ?? other.expiresIn
        all.reminders = reminders ?? other.reminders
        all.applySigningOrder = applySigningOrder ?? other.applySigningOrder
        all.apiApplicationID = apiApplicationID ?? other.apiApplicationID
        all.embeddedSigning = embeddedSigning ?? other.embeddedSigning
        all.embeddedSigningNotifications = embeddedSigningNotifications ?? other.embeddedSigningNotifications
        all.customRequesterName = customRequesterName ?? other.customRequesterName
        all.customRequesterEmail = customRequesterEmail ?? other.customRequesterEmail
        all.redirectURL = redirectURL ?? other.redirectURL
        all.declineRedirectURL = declineRedirectURL ?? other.declineRedirectURL
        all.allowDecline = allowDecline ?? other.allowDecline
        all.allowReassign = allowReassign ?? other.allowReassign
        all.language = language ?? other.language
        all.metadata = metadata ?? other.metadata
        all.labels = labels ?? other.labels
        return all
    }

    // MARK: - The domain's values

    /// What else the sender decides.
    ///
    /// - Parameter usualName: the name of a document without one
    func options(named usualName: String) -> EnvelopeOptions {
        let isEmbedded = embeddedSigning ?? false
        return EnvelopeOptions(
            title: subject == nil ? nil : name ?? usualName, labels: (labels ?? []).map(\.name),
            isTest: testMode ?? false, isEmbedded: isEmbedded, allowsDeclining: allowDecline ?? true,
            announcesCompletion: !isEmbedded || embeddedSigningNotifications ?? false, signedAddress: redirectURL,
            declinedAddress: declineRedirectURL, applicationID: apiApplicationID?.lowercased())
    }

    /// Reminders and expiry.
    ///
    /// - Parameter standard: the account's settings
    func notification(_ standard: NotificationSettings) -> NotificationSettings {
        NotificationSettings(
            reminders: reminders ?? true ? .init(days: SettingLimits.reminderDays) : nil,
            expiry: expiresIn.map { .init(after: $0, warn: 0) } ?? standard.expiry)
    }

    /// Returns reminders and expiry with what a change asks for; the rest stays.
    func changing(_ before: NotificationSettings) -> NotificationSettings {
        var after = before
        if let reminders { after.reminders = reminders ? .init(days: SettingLimits.reminderDays) : nil }
        if let expiresIn { after.expiry = .init(after: expiresIn, warn: 0) }
        return after
    }

    var customFields: [CustomField] {
        (metadata ?? [:]).sorted { $0.key < $1.key }.enumerated().map { index, pair in
            CustomField(id: String(index + 1), name: pair.key, value: pair.value)
        }
    }

    /// The sender that people see.
    func sender(for user: Sender) -> Sender {
        Sender(
            userID: user.userID, name: customRequesterName.flatMap { $0.isEmpty ? nil : $0 } ?? user.name,
            email: customRequesterEmail ?? user.email)
    }
}
