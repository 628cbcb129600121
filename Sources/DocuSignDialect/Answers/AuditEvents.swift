import Envelopes
import Foundation

extension Wire {
    /// The answer to `GET …/envelopes/{id}/audit_events`: the history as the API words it.
    package struct EnvelopeAuditEventResponse: Codable, Hashable, Sendable {
        package var auditEvents: [EnvelopeAuditEvent]

        /// - Parameter sentence: the sentence on the cause of a lower level; the room that signs has it
        /// - Throws: ``APIError`` `UNSPECIFIED_ERROR` if the history is inconsistent
        package init(_ history: History, on sentence: (LevelCause) -> String) throws(APIError) {
            auditEvents = []
            var envelope: Envelopes.Envelope?
            do {
                for event in history.events {
                    let state = try apply(event, to: envelope)
                    auditEvents.append(EnvelopeAuditEvent(event, leadingTo: state, on: sentence))
                    envelope = state
                }
            } catch {
                throw APIError(.unspecifiedError, error.description)
            }
        }
    }

    package struct EnvelopeAuditEvent: Codable, Hashable, Sendable {
        package var eventFields: [NameValue]

        package struct NameValue: Codable, Hashable, Sendable {
            package var name: String
            package var value: String
        }

        /// The value of a field.
        package subscript(name: String) -> String? { eventFields.first { $0.name == name }?.value }

        init(_ event: Event, leadingTo envelope: Envelopes.Envelope, on sentence: (LevelCause) -> String) {
            let words = AuditWords(event, envelope, on: sentence)
            let userID =
                event.actor.kind == .recipient
                ? DerivedGUID.text(envelope.id, "recipient", event.actor.id) : event.actor.id
            let fields: [(String, String)] = [
                ("logTime", WireDate.text(event.at)), ("Source", words.source), ("UserName", event.actor.name),
                ("UserId", userID), ("Action", words.action), ("Message", words.message),
                ("EnvelopeStatus", envelope.status.rawValue), ("ClientIPAddress", event.actor.ipAddress ?? ""),
                ("Information", words.message), ("InformationLocalized", words.message), ("GeoLocation", words.place),
                ("Language", "en"), ("EventSequence", String(event.sequence)), ("EventHash", event.hash.rawValue),
            ]
            eventFields = fields.map { NameValue(name: $0.0, value: $0.1) }
        }
    }
}

/// The words for one event in the API's audit trail.
private struct AuditWords {
    let source: String
    /// The location that the device reported, in degrees of WGS 84, latitude first; empty if it reported none.
    let place: String
    let action: String
    let message: String

    init(_ event: Event, _ envelope: Envelopes.Envelope, on sentence: (LevelCause) -> String) {
        let name = event.actor.name
        source =
            switch event.actor.kind {
            case .sender: "api"
            case .recipient: event.device == nil ? "web" : "device"
            case .service: "service"
            }
        place = event.device?.position.map { "\($0.latitude),\($0.longitude)" } ?? ""
        switch event.body {
        case .created:
            (action, message) = ("Registered", "The envelope was created by \(name)")
        case .sent:
            let called = envelope.recipients.filter { envelope.state(of: $0.id)?.status == .sent }
            (action, message) = (
                "Sent Invitations",
                "\(name) sent an invitation to \(called.map(\.name).joined(separator: ", "))"
            )
        case .viewed:
            (action, message) = ("Opened", "\(name) opened the envelope")
        case .received:
            (action, message) = ("Received", "\(name) received the documents")
        case .consented(_, let disclosure):
            (action, message) = (
                "Accepted Electronic Records", "\(name) agreed to use electronic records and signatures (\(disclosure))"
            )
        case .signatureAdopted(_, let kind, _, let method):
            (action, message) = ("Adopted Signature", "\(name) adopted \(method.rawValue) \(kind.words)")
        case .fieldFilled(_, let tabID, _):
            let label = envelope.tab(tabID)?.label ?? tabID.rawValue
            (action, message) = ("Filled Field", "\(name) filled in the field “\(label)”")
        case .signed:
            (action, message) = ("Signed", "\(name) signed the envelope")
        case .placed(_, let tab):
            (action, message) = (
                "Placed Signature", "\(name) placed a signature on page \(tab.page) of document \(tab.documentID)"
            )
        case .unplaced:
            (action, message) = ("Removed Signature", "\(name) removed a placed signature")
        case .attached(_, let tabID, let file):
            let label = envelope.tab(tabID)?.label ?? tabID.rawValue
            (action, message) = (
                "Attached File", "\(name) attached the file “\(file.name)” to “\(label)” (\(file.blob))"
            )
        case .detached(_, let tabID):
            let label = envelope.tab(tabID)?.label ?? tabID.rawValue
            (action, message) = ("Removed File", "\(name) removed the file from “\(label)”")
        case .declined(_, let reason):
            (action, message) = ("Declined", "\(name) declined to sign: \(reason)")
        case .finishedLater:
            (action, message) = ("Finished Later", "\(name) left the envelope to finish it later")
        case .voided(let reason):
            (action, message) = ("Voided", "\(name) voided the envelope: \(reason)")
        case .levelLowered(let wanted, let reached, let cause):
            (action, message) = (
                "Lowered Signature Level",
                "A signature has the level \(reached) instead of \(wanted): \(sentence(cause))"
            )
        case .sealed:
            (action, message) = ("Completed", "\(name) sealed the envelope")
        case .historyTaken(let device, let first, let last, let user, _):
            let by = ", uploaded by \(user.name) (\(user.email))"
            (action, message) = (
                "Taken From Device", "\(name) took events \(first) to \(last) from a device with the key \(device)\(by)"
            )
        case .identified(_, let identification):
            (action, message) = ("Authenticated", "\(name) \(identification.words)")
        case .identificationFailed(_, let method):
            let code = method == .accessCode ? "access code" : "one-time code"
            (action, message) = ("Authentication Failed", "\(name) entered a wrong \(code)")
        case .notified(let ids, let message):
            let names = ids.compactMap { envelope.recipient($0)?.name }.joined(separator: ", ")
            let what = message == .reminder ? "a reminder" : message == .expiryWarning ? "a warning" : "an invitation"
            (action, self.message) = (
                message == .reminder ? "Sent Reminders" : "Sent Invitations", "\(name) sent \(what) to \(names)"
            )
        case .mailed(let mailing):
            (action, message) = (
                "Mailed", "\(mailing.server) accepted the message “\(mailing.message.rawValue)” to \(mailing.address)"
            )
        case .undelivered(let undelivered) where undelivered.waitsUntil != nil:
            (action, message) = (
                "Delayed",
                "The message to \(undelivered.address) waits until "
                    + "\(undelivered.waitsUntil.map(WireDate.text) ?? ""): \(undelivered.reason)"
            )
        case .undelivered(let undelivered):
            (action, message) = (
                "Not Delivered", "The message to \(undelivered.address) was not delivered: \(undelivered.reason)"
            )
        case .corrected(let correction):
            (action, message) = ("Corrected", "\(name) changed the envelope: \(correction.summary)")
        case .locked(let lock):
            (action, message) = ("Locked", "\(name) locked the envelope until \(WireDate.text(lock.until))")
        case .unlocked:
            (action, message) = ("Unlocked", "\(name) released the lock on the envelope")
        case .scheduled(let date):
            (action, message) = ("Scheduled", "\(name) scheduled the envelope for \(WireDate.text(date))")
        case .resumed(let order):
            (action, message) = ("Resumed", "\(name) resumed the envelope before the routing order \(order)")
        case .workflowChanged:
            (action, message) = ("Workflow Changed", "\(name) changed the envelope's workflow")
        case .delegated(_, let delegation):
            (action, message) = (
                "Reassigned",
                "\(name) assigned their part to \(delegation.name) (\(delegation.email)): \(delegation.reason)"
            )
        }
    }
}

extension Identification {
    fileprivate var words: String {
        switch method {
        case .mailLink: "opened the link from the message to their address"
        case .accessCode: "entered the access code"
        case .signIn: "signed in with their address at the service"
        case .mailCode: "entered the one-time code from their mail"
        case .sender: "was identified by the sender" + (detail.map { " (\($0))" } ?? "")
        }
    }
}

extension AdoptedKind {
    fileprivate var words: String {
        switch self {
        case .signature: "signature"
        case .initials: "initials"
        }
    }
}
