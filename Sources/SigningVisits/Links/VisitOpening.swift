import Ceremony
import EnvelopeWork
import Envelopes
import Essentials
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import Words

/// Opens the session of a recipient who came by a ticket or by a link.
struct VisitOpening: Sendable {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let sessions: SQLSessionStore
    let observe: ServiceObserver

    static let cookieName = "countersign_session"

    /// Opens a session and sends the browser to it. Codes are asked for in each session anew.
    ///
    /// - Parameters:
    ///   - proof: what the opening itself proves; recorded while it is the recipient's turn
    ///   - isOver: whether a correction has taken back what opens the visit; asked once the session is stored, since a
    ///     correction from then on ends the session
    /// - Returns: `nil` if it has
    func open(
        _ target: LinkTarget, returningTo returnURL: (_ session: String) -> URL, _ proof: Identification?,
        _ request: ServiceCall, unless isOver: () async throws -> Bool
    ) async throws -> HTTPReply? {
        let now = configuration.now()
        let envelope = try await ledger.envelope(target.envelopeID)
        let id = UUID.random()
        let name = id.uuidString.lowercased()
        let visit = TicketTarget(
            envelopeID: target.envelopeID, recipientID: target.recipientID, returnURL: returnURL(name))
        let recipient = envelope.recipient(target.recipientID)
        let session = try await sessions.open(
            visit, id: id, asking: recipient?.askedIdentifications ?? [], at: now)
        if try await isOver() { return nil }
        if let proof, let recipient { try await record(proof, of: recipient, in: envelope, request, at: now) }
        let path = Self.path(name)
        let cookie =
            "\(Self.cookieName)=\(session.cookie.text); Path=\(path); HttpOnly; SameSite=Lax"
            + (configuration.isSecure ? "; Secure" : "")
        observe(.ceremonyOpened)
        // An app adds the language of its own settings to the address of the page (`locale`).
        let language = (request.query["locale"] ?? request.query["lang"]).flatMap(Language.of)
        let query = language.map { "?lang=\($0.tag)" } ?? ""
        return .seeOther(visit.entrance(name, envelope) + query, headers: [.setCookie: cookie])
    }

    package static func path(_ session: String) -> String { "/ceremony/\(session)/" }

    private func record(
        _ proof: Identification, of recipient: Recipient, in envelope: Envelope, _ request: ServiceCall, at date: Date
    ) async throws {
        let actor = EventActor(recipient, from: request.remoteAddress, request.headers)
        let earlier = envelope.state(of: recipient.id)?.beganAgain
        _ = try await ledger.perform(on: envelope.id, CommandContext(at: date, actor: actor)) { newest in
            let state = newest.state(of: recipient.id)
            let isOpen = newest.isTurn(of: recipient.id) && state?.isLocked == false && state?.beganAgain == earlier
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
