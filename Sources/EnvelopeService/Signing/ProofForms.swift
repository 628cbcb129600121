import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger

/// The pages of a session whose visitor still has to enter a code.
struct ProofForms: Sendable {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let sessions: any SessionStore
    let codes: any CodeStore
    let secrets: any SecretBox
    let jobs: any JobQueue

    /// The paths below the session that take forms.
    static let codePath = "/code"
    static let sendingPath = "/code/send"

    private static let bodyLimit = 4096
    private static let longestCode = 200

    /// One request of a visitor.
    private struct Asked {
        let session: String
        let visit: TicketTarget
        let proof: Identification.Method
        let envelope: Envelope
        let recipient: Recipient
        let request: ServiceCall

        var target: LinkTarget { LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID) }
        func path(_ below: String) -> String { "/ceremony/\(session)\(below)" }
    }

    /// - Parameters:
    ///   - path: the path below the session
    ///   - proofs: the missing proofs, at least one
    func answer(
        _ request: ServiceCall, _ visit: TicketTarget, session: String, path: String,
        missing proofs: [Identification.Method]
    ) async throws -> HTTPReply {
        guard let envelope = try await ledger.events.envelope(visit.envelopeID),
            let recipient = envelope.recipient(visit.recipientID), let proof = proofs.first
        else { return LinkPage.unknown }
        let asked = Asked(
            session: session, visit: visit, proof: proof, envelope: envelope, recipient: recipient, request: request)
        let state = LinkState(envelope, recipient)
        switch (request.method, path) {
        case (.get, "/"), (.get, "/finished"), (.post, Self.codePath), (.post, Self.sendingPath):
            if state == .locked { return try await locked(asked) }
            guard state.opensVisit else { return try await page(asked).deadEnd }
        default:
            return .pageRefusal(
                status: 401, code: "proof_missing", message: "Open the signing link again and enter your code first.")
        }
        switch path {
        case Self.codePath: return try await take(asked)
        case Self.sendingPath: return try await send(asked)
        default: return try await form(asked)
        }
    }

    // MARK: Access codes

    private func take(_ asked: Asked) async throws -> HTTPReply {
        let body = try await asked.request.body.data(limit: Self.bodyLimit)
        let fields = RequestTarget("/?\(String(decoding: body, as: UTF8.self))").query
        let code = (fields["code"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !code.isEmpty, code.utf8.count <= Self.longestCode else {
            return try await form(asked, problem: "Enter the code.")
        }
        switch asked.proof {
        case .accessCode: return try await takeAccessCode(code, asked)
        case .mailCode: return try await takeMailCode(code, asked)
        case .mailLink, .sender: return try await passed(asked)
        }
    }

    private enum Outcome {
        case right
        case wrong(left: Int)
        case locked
        case tooOften
    }

    /// Compares and records in the envelope's turn, so that guesses at the same time count as if they came one by one.
    private func takeAccessCode(_ code: String, _ asked: Asked) async throws -> HTTPReply {
        let now = configuration.now()
        let id = asked.recipient.id
        // A finished recipient's guesses are not part of the history.
        let late = LimitedAct("accessCode", limit: configuration.links.lateAccessCodes, period: 86_400)
        let isLate = !asked.envelope.isTurn(of: id)
        if isLate, try await codes.count(late, of: asked.target, at: now) != nil {
            return try await form(
                asked, problem: "Too many codes were entered today. Try again tomorrow.", status: 429)
        }
        var outcome = Outcome.tooOften
        let context = CommandContext(
            at: now, actor: EventActor(asked.recipient, from: asked.request.remoteAddress, asked.request.headers))
        _ = try await ledger.perform(on: asked.envelope.id, context) { newest in
            guard let state = newest.state(of: id), let wanted = newest.recipient(id)?.accessCode else { return [] }
            guard newest.isTurn(of: id) else {
                outcome = !isLate ? .tooOften : wanted.matches(code) ? .right : .wrong(left: 0)
                return []
            }
            guard !state.isLocked else {
                outcome = .locked
                return []
            }
            guard wanted.matches(code) else {
                let left = RecipientState.triesOfCodes - state.wrongAccessCodes - 1
                outcome = left > 0 ? .wrong(left: left) : .locked
                return [.failIdentification(recipientID: id, method: .accessCode)]
            }
            outcome = .right
            return [.identify(recipientID: id, identification: Identification(.accessCode))]
        }
        switch outcome {
        case .right: return try await passed(asked)
        case .locked: return try await locked(asked)
        case .tooOften: return try await form(asked)
        case .wrong(let left):
            let tries = left > 0 ? " You have \(left == 1 ? "one try" : "\(left) tries") left." : ""
            return try await form(asked, problem: "That is not the access code.\(tries)", status: 403)
        }
    }

    private func locked(_ asked: Asked) async throws -> HTTPReply {
        var back: String?
        if !asked.visit.isByLink,
            let location = ReturnAddress(asked.visit.returnURL).location(for: .accessCodeFailed)
        {
            back = "<p><a href=\"\(PlainPage.escaped(location))\">Go back</a></p>"
        }
        return try await page(asked).locked(back)
    }

    // MARK: One-time codes

    private func send(_ asked: Asked) async throws -> HTTPReply {
        guard asked.proof == .mailCode else { return try await form(asked) }
        let now = configuration.now()
        let links = configuration.links
        let order = try await codes.issue(
            for: asked.target, within: LimitedAct("mailCode", limit: links.codes, period: 3600), life: links.codeLife,
            tries: links.codeTries, at: now)
        switch order {
        case .issued(let code):
            let sealed = try secrets.seal(code, for: MailSecret.code(of: asked.target))
            let order = MailOrder(.oneTimeCode, to: asked.recipient.id, sealedCode: sealed.base64EncodedString())
            try await jobs.add([order.job(for: asked.envelope)], at: now)
            return .seeOther(asked.path("/"))
        case .tooMany(let again):
            let minutes = max(1, Int((again.timeIntervalSince(now) / 60).rounded(.up)))
            return try await form(
                asked,
                problem: "No more codes are sent within this hour. Try again in"
                    + " \(minutes == 1 ? "a minute" : "\(minutes) minutes").", status: 429)
        }
    }

    private func takeMailCode(_ code: String, _ asked: Asked) async throws -> HTTPReply {
        let now = configuration.now()
        let problem: String
        switch try await codes.redeem(code, for: asked.target, at: now) {
        case .right:
            let context = CommandContext(
                at: now, actor: EventActor(asked.recipient, from: asked.request.remoteAddress, asked.request.headers))
            let id = asked.recipient.id
            _ = try await ledger.perform(on: asked.envelope.id, context) { newest in
                let isOpen = newest.isTurn(of: id) && newest.state(of: id)?.isLocked == false
                return isOpen ? [.identify(recipientID: id, identification: Identification(.mailCode))] : []
            }
            return try await passed(asked)
        case .wrong(let left):
            problem = "That is not the code. You have \(left == 1 ? "one try" : "\(left) tries") left."
        case .expired: problem = "This code has expired. Have another one sent."
        case .usedUp: problem = "This code can no longer be used. Have another one sent."
        case .unknown: problem = "No code was sent yet. Have one sent."
        }
        return try await form(asked, problem: problem, status: 403)
    }

    // MARK: Pages

    private func passed(_ asked: Asked) async throws -> HTTPReply {
        try await sessions.pass(asked.proof, in: asked.session)
        return .seeOther(asked.visit.entrance(asked.session, asked.envelope))
    }

    private func page(_ asked: Asked) async throws -> LinkPage {
        LinkPage(
            envelope: asked.envelope, recipient: asked.recipient,
            account: try await configuration.ceremony.account(of: asked.envelope),
            configuration: configuration)
    }

    private func form(_ asked: Asked, problem: String? = nil, status: Int = 200) async throws -> HTTPReply {
        guard asked.proof == .mailCode else {
            let sender = asked.envelope.sender.name
            return LinkPage.page(
                "Enter your access code",
                [
                    LinkPage.paragraph(
                        "\(sender) has given you a code for “\(asked.envelope.emailSubject)” in another way. Without it,"
                            + " nobody can open the documents."),
                    entry(
                        asked, "Access code", problem,
                        "autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\""),
                    LinkPage.paragraph(
                        "If you have no code, ask \(sender) (\(asked.envelope.sender.email)).", class: "quiet"),
                ], status: status)
        }
        let address = LinkPage.hidden(asked.recipient.email)
        let sending = asked.path(Self.sendingPath)
        guard try await codes.hasCode(asked.target, at: configuration.now()) else {
            return LinkPage.page(
                "Prove your address",
                [
                    LinkPage.paragraph(
                        "\(asked.envelope.sender.name) asks for a code before the documents open. We send it to"
                            + " \(address)."),
                    Self.alert(problem), LinkPage.form(sending, "Send me the code"),
                ], status: status)
        }
        return LinkPage.page(
            "Enter the code from your mail",
            [
                LinkPage.paragraph(
                    "We sent six digits to \(address). They work for \(Self.minutes(configuration.links.codeLife))."),
                entry(asked, "Code", problem, "inputmode=\"numeric\" autocomplete=\"one-time-code\""),
                "<form method=\"post\" action=\"\(sending)\">"
                    + "<button class=\"plain\">Send another code</button></form>",
            ], status: status)
    }

    private static func minutes(_ seconds: TimeInterval) -> String {
        let minutes = max(1, Int((seconds / 60).rounded()))
        return minutes == 1 ? "a minute" : minutes == 10 ? "ten minutes" : "\(minutes) minutes"
    }

    private static func alert(_ problem: String?) -> String? {
        problem.map { "<p class=\"wrong\" role=\"alert\" id=\"problem\">\(PlainPage.escaped($0))</p>" }
    }

    private func entry(_ asked: Asked, _ label: String, _ problem: String?, _ attributes: String) -> String {
        let described = problem == nil ? "" : " aria-describedby=\"problem\" aria-invalid=\"true\""
        return """
            \(Self.alert(problem) ?? "")
            <form method="post" action="\(asked.path(Self.codePath))">
            <label for="code">\(label)</label>
            <input id="code" name="code" required maxlength="\(Self.longestCode)" autofocus \(attributes)\(described)>
            <div class="actions"><button>Continue</button></div>
            </form>
            """
    }
}
