/// Decides again on an act that a device has recorded. ``apply(_:to:)`` checks only that an event is possible, not that
/// the rules allow it.
///
/// - Parameter before: the envelope before the event; `nil` before the first event
/// - Throws: ``DeviceRefusal``
package func decideAgain(_ event: Event, _ before: Envelope?) throws(DeviceRefusal) {
    guard let command = Command(answeredBy: event.body, of: event.envelopeID) else {
        throw .onlyByService
    }
    let bodies: [EventBody]
    do {
        bodies = try decide(command, before, CommandContext(at: event.at, actor: event.actor)).map(\.body)
    } catch {
        throw .rule(error)
    }
    guard bodies == [event.body] else { throw .noChange }
    guard case .signed(let id, let documents, let values, _) = event.body, let before else { return }
    try before.checkValues(values, writtenFor: id)
    let asked = Set(before.documentsToSign(by: id).map(\.id))
    guard Set(documents.keys) == asked else {
        throw .documentsDiffer(id, asked: asked.sorted { $0.rawValue < $1.rawValue })
    }
}

extension Envelope {
    /// Checks the values that are written for a recipient and not by them: name, e-mail address and day. The caller
    /// checks the day itself, since it knows how days are written.
    fileprivate func checkValues(_ values: [TabID: String], writtenFor id: RecipientID) throws(DeviceRefusal) {
        for tab in tabs(of: id) where tab.kind.isFilledByService && values[tab.id] == nil {
            throw .valueMissing(label: tab.label)
        }
        for (id, value) in values {
            guard let tab = tab(id), tab.kind != .dateSigned, value != self.value(of: tab) else { continue }
            throw .valueDiffers(label: tab.label)
        }
    }
}
