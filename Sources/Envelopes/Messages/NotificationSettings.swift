/// When the service reminds recipients, and when the time to sign ends.
public struct NotificationSettings: Hashable, Sendable, Codable {
    /// Reminders, on a rhythm or on certain days.
    public struct Reminders: Hashable, Sendable, Codable {
        /// Days from a recipient's turn to the first reminder.
        public var delay: Int
        /// Days from one reminder to the next; 0 for only one reminder.
        public var frequency: Int
        private var listed: [Int]?

        /// Reminders on a rhythm, in days. Checked only with the whole definition.
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

    /// The end of the time to sign, after which the service voids the envelope.
    public struct Expiry: Hashable, Sendable, Codable {
        /// Days from sending to the end.
        public var after: Int
        /// Days before the end at which recipients are warned; 0 for no warning.
        public var warn: Int

        /// Both in days. Checked only with the whole definition.
        public init(after: Int, warn: Int) {
            self.after = after
            self.warn = warn
        }
    }

    /// `nil` for no reminders.
    public var reminders: Reminders?
    /// `nil` for an envelope that never expires.
    public var expiry: Expiry?

    /// The defaults turn reminders and expiry off; ``standard`` is the usual value.
    public init(reminders: Reminders? = nil, expiry: Expiry? = nil) {
        self.reminders = reminders
        self.expiry = expiry
    }

    /// No reminders; envelopes expire after 120 days.
    public static let standard = NotificationSettings(expiry: Expiry(after: 120, warn: 0))
}

/// The sender's own text for one recipient's messages.
public struct EmailNotification: Hashable, Sendable, Codable {
    /// The subject of messages that ask to act; `nil` for the envelope's.
    public var subject: String?
    /// The text instead of the envelope's message; `nil` for the envelope's.
    public var body: String?
    /// The language of the message, a BCP 47 tag or the API's code.
    public var language: String?

    /// `nil` leaves a part to the envelope or the service.
    public init(subject: String? = nil, body: String? = nil, language: String? = nil) {
        self.subject = subject
        self.body = body
        self.language = language
    }
}
