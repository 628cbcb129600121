import Foundation

/// What happens to an envelope by itself as time passes: sending at its time, the end of a pause, reminders, a warning,
/// the end of the time to sign.
///
/// Pure functions, so that weeks pass in a test at once.
public struct EnvelopeTimer: Sendable {
    /// The settings of envelopes without their own.
    public var standard: NotificationSettings

    /// Without `standard`, envelopes expire after 120 days and nobody is reminded.
    public init(standard: NotificationSettings = .standard) {
        self.standard = standard
    }

    private static let day: TimeInterval = 86_400

    /// Returns when something happens next; `nil` if nothing does. The seal that is missing is due at once.
    public func next(_ envelope: Envelope) -> Date? {
        if envelope.isReadyToSeal { return envelope.statusChangedAt }
        if envelope.status == .created { return envelope.scheduledAt }
        guard envelope.status.isInProcess else { return nil }
        return
            ([end(of: envelope), warning(of: envelope), envelope.resumesAt]
            + (invitations(of: envelope) + reminders(of: envelope)).map { $0.at })
            .compactMap(\.self).min()
    }

    /// Returns the commands that are due. A reminder that was due several times is sent once, and a warning counts as
    /// one.
    public func due(_ envelope: Envelope, at date: Date) -> [Command] {
        if envelope.status == .created, let time = envelope.scheduledAt, time <= date { return [.send] }
        guard envelope.status.isInProcess else { return [] }
        if let end = end(of: envelope), end <= date { return [.expire] }
        if let held = envelope.heldOrder, let resumes = envelope.resumesAt, resumes <= date {
            return [.resume(before: held.order)]
        }
        var commands: [Command] = []
        let invited = invitations(of: envelope).filter { $0.at <= date }.map(\.id)
        if !invited.isEmpty { commands.append(.notify(recipientIDs: invited, message: .invitation)) }
        if let warning = warning(of: envelope), warning <= date {
            commands.append(.notify(recipientIDs: asked(in: envelope).map(\.id), message: .expiryWarning))
        }
        let late = reminders(of: envelope).filter { $0.at <= date }.map(\.id)
        if !late.isEmpty, commands.isEmpty { commands.append(.notify(recipientIDs: late, message: .reminder)) }
        return commands
    }

    /// Returns when the time to sign ends; `nil` if it does not.
    public func end(of envelope: Envelope) -> Date? {
        guard let expiry = settings(envelope).expiry, let sent = envelope.sentAt else { return nil }
        return sent + Double(expiry.after) * Self.day
    }

    private func warning(of envelope: Envelope) -> Date? {
        guard let expiry = settings(envelope).expiry, expiry.warn > 0, envelope.expiryWarnedAt == nil,
            let end = end(of: envelope), !asked(in: envelope).isEmpty
        else { return nil }
        return end - Double(expiry.warn) * Self.day
    }

    /// First messages that wait. Who has a new address since was invited with the change.
    private func invitations(of envelope: Envelope) -> [(id: RecipientID, at: Date)] {
        asked(in: envelope).compactMap { recipient in
            guard let delay = recipient.mailDelay, let state = envelope.state(of: recipient.id),
                let sent = state.sentAt, state.invitedAt == nil, state.readdressed == nil, !state.isLocked
            else { return nil }
            return (recipient.id, sent + Double(delay) * 60)
        }
    }

    private func reminders(of envelope: Envelope) -> [(id: RecipientID, at: Date)] {
        guard let reminders = settings(envelope).reminders else { return [] }
        return asked(in: envelope).compactMap { recipient in
            guard let state = envelope.state(of: recipient.id), let sent = state.sentAt else { return nil }
            if let days = reminders.days {
                let dates = days.map { sent + Double($0) * Self.day }
                return dates.first { $0 > state.remindedAt ?? .distantPast }.map { (recipient.id, $0) }
            }
            guard let last = state.remindedAt else { return (recipient.id, sent + Double(reminders.delay) * Self.day) }
            guard reminders.frequency > 0 else { return nil }
            return (recipient.id, last + Double(reminders.frequency) * Self.day)
        }
    }

    /// The settings in force for an envelope.
    public func settings(_ envelope: Envelope) -> NotificationSettings { envelope.definition.notification ?? standard }

    /// The recipients whose turn it is and who get messages.
    private func asked(in envelope: Envelope) -> [Recipient] {
        envelope.recipients.filter { $0.acts && $0.getsMail && envelope.isTurn(of: $0.id) }
    }
}
