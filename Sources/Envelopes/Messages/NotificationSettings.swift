/// When the service reminds recipients, and when the time to sign ends.
public struct NotificationSettings: Hashable, Sendable, Codable {
    public struct Reminders: Hashable, Sendable, Codable {
        /// Days from a recipient's turn to the first reminder.
        public var delay: Int
        /// Days from one reminder to the next; 0 for only one reminder.
        public var frequency: Int
        private var listed: [Int]?

        public init(delay: Int, frequency: Int) {
            self.delay = delay
            self.frequency = frequency
        }

        /// Reminders on certain days of a recipient's turn.
        ///
        /// - Parameter days: ascending, from 1; at least one
        public init(days: [Int]) {
            delay = days.first ?? 1
            frequency = 0
            listed = days
        }

        /// The days of a recipient's turn on which they are reminded; `nil` if ``delay`` and ``frequency`` say it.
        public var days: [Int]? { listed }

        private enum CodingKeys: String, CodingKey {
            case delay, frequency
            case listed = "days"
        }
    }

    public struct Expiry: Hashable, Sendable, Codable {
        /// Days from sending to the end.
        public var after: Int
        /// Days before the end at which recipients are warned; 0 for no warning.
        public var warn: Int

        public init(after: Int, warn: Int) {
            self.after = after
            self.warn = warn
        }
    }

    /// `nil` for no reminders.
    public var reminders: Reminders?
    /// `nil` for an envelope that never expires.
    public var expiry: Expiry?

    public init(reminders: Reminders? = nil, expiry: Expiry? = nil) {
        self.reminders = reminders
        self.expiry = expiry
    }

    /// No reminders; envelopes expire after 120 days.
    public static let standard = NotificationSettings(expiry: Expiry(after: 120, warn: 0))
}

/// The sender's own text for one recipient's messages.
public struct EmailNotification: Hashable, Sendable, Codable {
    public var subject: String?
    public var body: String?
    /// The language of the message, a BCP 47 tag or the API's code.
    public var language: String?

    public init(subject: String? = nil, body: String? = nil, language: String? = nil) {
        self.subject = subject
        self.body = body
        self.language = language
    }
}
