/// Why an act that a device recorded cannot have happened: the rest of a sentence.
package struct DeviceRefusal: Error {
    package let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// Decides again what a device has recorded: ``apply(_:to:)`` asks only whether it can have happened, not whether the rules
/// would have let it happen.
///
/// - Parameter before: the envelope as it stood before the event; nil before the first.
/// - Throws: ``DeviceRefusal``.
package func decideAgain(_ event: Event, _ before: Envelope?) throws(DeviceRefusal) {
    guard let command = Command(answeredBy: event.body, of: event.envelopeID) else {
        throw DeviceRefusal("only the service does this.")
    }
    let bodies: [EventBody]
    do {
        bodies = try decide(command, before, CommandContext(at: event.at, actor: event.actor)).map(\.body)
    } catch {
        throw DeviceRefusal(error.description)
    }
    guard bodies == [event.body] else { throw DeviceRefusal("it changes nothing, or skips a step.") }
    guard case .signed(let id, let documents, let values, _) = event.body, let before else { return }
    try before.checkValues(values, writtenFor: id)
    let asked = Set(before.documentsToSign(by: id).map(\.id))
    guard Set(documents.keys) == asked else {
        let list = asked.map(\.rawValue).sorted().joined(separator: ", ")
        throw DeviceRefusal("recipient \(id) has to sign the documents \(list).")
    }
}

extension Envelope {
    /// What is written for a recipient, not by them: their name and address, and a day. Which day that is, is judged by
    /// whoever knows how days are written.
    fileprivate func checkValues(_ values: [TabID: String], writtenFor id: RecipientID) throws(DeviceRefusal) {
        for tab in tabs(of: id) where tab.kind.isFilledByService && values[tab.id] == nil {
            throw DeviceRefusal("nothing is written into “\(tab.label)”.")
        }
        for (id, value) in values {
            guard let tab = tab(id), tab.kind != .dateSigned, value != self.value(of: tab) else { continue }
            throw DeviceRefusal("what is written into “\(tab.label)” is not what the envelope says.")
        }
    }
}
