import Foundation

extension EventBody.Kind {
    /// Whether the event only says which messages the service sent. It changes no document and nobody's turn.
    package var isAboutMessages: Bool {
        switch self {
        case .notified, .mailed, .undelivered: true
        default: false
        }
    }
}

extension History {
    /// Decides a device's events again after a history of the server that has only gained events about messages.
    ///
    /// The events keep their times, actors and contents. Their numbers and links change, so the device signs them
    /// again.
    ///
    /// - Parameters:
    ///   - theirs: the server's history of the same envelope
    ///   - signer: the device that recorded the events
    /// - Returns: the server's history, followed by the device's events; `nil` if the server's history has gained
    ///   something else, if another device recorded an event, or if the rules no longer allow one
    /// - Throws: the signer's errors
    package func rejoining(_ theirs: History, signedBy signer: any DeviceSigner) async throws -> History? {
        let common = zip(events, theirs.events).prefix { $0.hash == $1.hash }.count
        let gained = theirs.events.dropFirst(common)
        let own = events.dropFirst(common)
        guard common > 0, !gained.isEmpty, gained.allSatisfy(\.body.kind.isAboutMessages),
            own.allSatisfy({ $0.device?.publicKey == signer.publicKey })
        else { return nil }
        var whole = theirs
        do {
            for event in own {
                let envelope = whole.envelope
                try decideAgain(event, envelope)
                let moved = try Event(
                    sequence: envelope.lastSequence + 1, envelopeID: envelope.id, at: event.at, actor: event.actor,
                    commandKey: event.commandKey, body: event.body, device: event.device,
                    previousHash: envelope.lastHash)
                try whole.append(try await signed([moved], by: signer))
            }
        } catch is DeviceRefusal {
            return nil
        } catch is HistoryError {
            return nil
        }
        return whole
    }
}
