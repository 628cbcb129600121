import Envelopes

extension Wire {
    /// Reminders and expiry, in whole days.
    public struct Notification: WireObject, Codable, Hashable, Sendable {
        /// Whether the account's settings apply; the other members then have no effect.
        public var useAccountDefaults: Bool?
        public var reminders: Reminders?
        public var expirations: Expirations?

        public struct Reminders: WireObject, Codable, Hashable, Sendable {
            public var reminderEnabled: Bool?
            public var reminderDelay: Int?
            public var reminderFrequency: Int?

            init(reading reader: WireReader) throws {
                reminderEnabled = try reader.flag("reminderEnabled")
                reminderDelay = try reader.integer("reminderDelay")
                reminderFrequency = try reader.integer("reminderFrequency")
            }

            public func encode(to encoder: any Encoder) throws {
                var writer = WireWriter(encoder)
                try writer.flag("reminderEnabled", reminderEnabled)
                try writer.integer("reminderDelay", reminderDelay)
                try writer.integer("reminderFrequency", reminderFrequency)
            }
        }

        public struct Expirations: WireObject, Codable, Hashable, Sendable {
            public var expireEnabled: Bool?
            public var expireAfter: Int?
            public var expireWarn: Int?

            init(reading reader: WireReader) throws {
                expireEnabled = try reader.flag("expireEnabled")
                expireAfter = try reader.integer("expireAfter")
                expireWarn = try reader.integer("expireWarn")
            }

            public func encode(to encoder: any Encoder) throws {
                var writer = WireWriter(encoder)
                try writer.flag("expireEnabled", expireEnabled)
                try writer.integer("expireAfter", expireAfter)
                try writer.integer("expireWarn", expireWarn)
            }
        }

        init(reading reader: WireReader) throws {
            useAccountDefaults = try reader.flag("useAccountDefaults")
            reminders = try reader.object("reminders", as: Reminders.self)
            expirations = try reader.object("expirations", as: Expirations.self)
        }

        public func encode(to encoder: any Encoder) throws {
            var writer = WireWriter(encoder)
            try writer.flag("useAccountDefaults", useAccountDefaults)
            try writer.value("reminders", reminders)
            try writer.value("expirations", expirations)
        }
    }
}

extension Wire.Notification {
    /// The settings in force, all members given.
    public init(_ settings: NotificationSettings) {
        useAccountDefaults = false
        reminders = Reminders(settings.reminders)
        expirations = Expirations(settings.expiry)
    }

    /// Returns the settings for the domain, which validates them; `nil` for the account's. A part that is not given is
    /// the account's as well.
    ///
    /// - Parameter account: the account's settings
    public func settings(_ account: NotificationSettings) -> NotificationSettings? {
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
