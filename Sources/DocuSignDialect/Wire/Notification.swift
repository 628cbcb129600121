import Envelopes

extension Wire {
    /// Reminders and expiry, in whole days.
    package struct Notification: WireRecord, Codable, Hashable, Sendable {
        /// Whether the account's settings apply; the other members then have no effect.
        package var useAccountDefaults: Bool?
        package var reminders: Reminders?
        package var expirations: Expirations?

        package struct Reminders: WireRecord, Codable, Hashable, Sendable {
            package var reminderEnabled: Bool?
            package var reminderDelay: Int?
            package var reminderFrequency: Int?

            static let members: [WireMember<Self>] = [
                .flag("reminderEnabled", \.reminderEnabled),
                .integer("reminderDelay", \.reminderDelay),
                .integer("reminderFrequency", \.reminderFrequency),
            ]
        }

        package struct Expirations: WireRecord, Codable, Hashable, Sendable {
            package var expireEnabled: Bool?
            package var expireAfter: Int?
            package var expireWarn: Int?

            static let members: [WireMember<Self>] = [
                .flag("expireEnabled", \.expireEnabled),
                .integer("expireAfter", \.expireAfter),
                .integer("expireWarn", \.expireWarn),
            ]
        }

        static let members: [WireMember<Self>] = [
            .flag("useAccountDefaults", \.useAccountDefaults),
            .object("reminders", \.reminders),
            .object("expirations", \.expirations),
        ]
    }
}

extension Wire.Notification {
    /// The settings in force, all members given.
    package init(_ settings: NotificationSettings) {
        useAccountDefaults = false
        reminders = Reminders(settings.reminders)
        expirations = Expirations(settings.expiry)
    }

    /// Returns the settings for the domain, which validates them; `nil` for the account's. A part that is not given is
    /// the account's as well.
    ///
    /// - Parameter account: the account's settings
    package func settings(_ account: NotificationSettings) -> NotificationSettings? {
        guard useAccountDefaults != true, reminders != nil || expirations != nil else { return nil }
        var settings = account
        if let reminders {
            settings.reminders =
                reminders.reminderEnabled == true
                ? .init(delay: reminders.reminderDelay ?? 0, frequency: reminders.reminderFrequency ?? 0) : nil
        }
        if let expirations {
            let usual = account.expiry?.after ?? 120
            settings.expiry =
                expirations.expireEnabled == true
                ? .init(after: expirations.expireAfter ?? usual, warn: expirations.expireWarn ?? 0) : nil
        }
        return settings
    }
}

extension Wire.Notification.Reminders {
    init(_ reminders: NotificationSettings.Reminders?) {
        reminderEnabled = reminders != nil
        reminderDelay = reminders?.delay ?? 0
        reminderFrequency = reminders?.frequency ?? 0
    }
}

extension Wire.Notification.Expirations {
    init(_ expiry: NotificationSettings.Expiry?) {
        expireEnabled = expiry != nil
        expireAfter = expiry?.after ?? 0
        expireWarn = expiry?.warn ?? 0
    }
}
