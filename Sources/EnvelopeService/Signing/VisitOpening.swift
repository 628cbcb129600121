import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger

/// Opens the session of a recipient who came by a ticket or by a link.
struct VisitOpening: Sendable {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let sessions: any SessionStore
    let observe: ServiceObserver

    static let cookieName = "countersign_session"

    /// Opens a session and sends the browser to it. Codes are asked for in each session anew.
    ///
    /// - Parameters:
    ///   - proof: what the opening itself proves; recorded while it is the recipient's turn
    ///   - isStillOpen: asked once the session is stored. Somebody else may have got the part since the visitor's link
    ///     was looked up; a session stored after that would be theirs.
    func open(
        _ target: LinkTarget, returningTo returnURL: (_ session: String) -> URL, _ proof: Identification?,
        _ request: ServiceCall, while isStillOpen: () async throws -> Bool = { true }
    ) async throws -> HTTPReply {
        let now = configuration.now()
        let envelope = try await ledger.envelope(target.envelopeID)
        let id = UUID.random()
        let name = id.uuidString.lowercased()
        let visit = TicketTarget(
            envelopeID: target.envelopeID, recipientID: target.recipientID, returnURL: returnURL(name))
        let recipient = envelope.recipient(target.recipientID)
        let session = try await sessions.open(
            visit, id: id, asking: recipient?.askedIdentifications ?? [], at: now)
        guard try await isStillOpen() else { return LinkPage.unknown }
        if let proof, let recipient { try await record(proof, of: recipient, in: envelope.id, request, at: now) }
        let path = Self.path(name)
        let cookie =
            "\(Self.cookieName)=\(session.cookie.text); Path=\(path); HttpOnly; SameSite=Lax"
            + (configuration.isSecure ? "; Secure" : "")
        observe(.ceremonyOpened)
        return .seeOther(visit.entrance(name, envelope), headers: [.setCookie: cookie])
    }

    static func path(_ session: String) -> String { "/ceremony/\(session)/" }

    private func record(
        _ proof: Identification, of recipient: Recipient, in id: EnvelopeID, _ request: ServiceCall, at date: Date
    ) async throws {
        let actor = EventActor(recipient, from: request.remoteAddress, request.headers)
        _ = try await ledger.perform(on: id, CommandContext(at: date, actor: actor)) { newest in
            let isOpen = newest.isTurn(of: recipient.id) && newest.state(of: recipient.id)?.isLocked == false
            return isOpen ? [.identify(recipientID: recipient.id, identification: proof)] : []
        }
    }
}

extension TicketTarget {
    /// Whether the visit began with a link in a message, and so ends at the service's own page.
    var isByLink: Bool { returnURL.path().hasSuffix(Self.finished) && returnURL.path().hasPrefix("/ceremony/") }

    private static let finished = "/finished"

    /// Returns the address at which a visit that began with a link ends.
    static func end(of session: String, base: URL) -> URL {
        base.appending(path: "ceremony/\(session)\(finished)")
    }

    /// Returns the path of the first page: the documents, or what has become of them.
    func entrance(_ session: String, _ envelope: Envelope) -> String {
        let path = VisitOpening.path(session)
        let hasFinished = envelope.state(of: recipientID)?.hasFinished == true || envelope.status.isFinal
        return isByLink && hasFinished ? path + Self.finished.dropFirst() : path
    }
}
