import Ceremony
import EnvelopeWork
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import PageKit
import ServiceCalls
import Words

/// The pages of a session whose visitor still has to enter a code.
struct ProofForms: Sendable {
    let configuration: EnvelopeServiceConfiguration
    let ledger: EnvelopeLedger
    let sessions: SQLSessionStore
    let codes: SQLCodeStore
    let secrets: any SecretBox
    let jobs: any JobQueue

    /// The paths below the session that take forms.
    static let codePath = "/code"
    /// Asks again, after a code was sent.
    static let askingPath = "/proof"
    static let sendingPath = "/code/send"

    private static let bodyLimit = 4096
    static let longestCode = 200

    /// One request of a visitor.
    private struct Asked {
        let session: String
        let visit: TicketTarget
        let proof: Identification.Method
        let envelope: Envelope
        let recipient: Recipient
        let request: ServiceCall

        var target: LinkTarget { LinkTarget(envelopeID: visit.envelopeID, recipientID: visit.recipientID) }
        /// The tag of the account's language, if it has one.
        let accountLanguage: String?
        var say: PageSentences { .for(recipient, request, otherwise: accountLanguage) }
        func path(_ below: String) -> String { "/ceremony/\(session)\(below)" }
    }

    /// What a request for a code leads to, whatever shows it.
    enum Outcome {
        /// The code was right; the address of the page that comes next.
        case passed(next: String)
        /// A code is on its way.
        case sent(back: String)
        /// The visitor is asked for a code.
        case asked(ProofQuestion)
        /// Nothing can be done.
        case page(HTTPReply)
    }

    /// Answers a request with a page.
    ///
    /// - Parameters:
    ///   - path: the path below the session
    ///   - proofs: the missing proofs, at least one
    func answer(
        _ request: ServiceCall, _ visit: TicketTarget, session: String, path: String,
        missing proofs: [Identification.Method]
    ) async throws -> HTTPReply {
        switch try await outcome(request, visit, session: session, path: path, missing: proofs) {
        case .passed(let next): .seeOther(next)
        case .sent(let back): .seeOther(back)
        case .asked(let question): question.page()
        case .page(let page): page
        }
    }

    func outcome(
        _ request: ServiceCall, _ visit: TicketTarget, session: String, path: String,
        missing proofs: [Identification.Method]
    ) async throws -> Outcome {
        guard let envelope = try await ledger.events.envelope(visit.envelopeID),
            let recipient = envelope.recipient(visit.recipientID), let proof = proofs.first
        else { return .page(LinkPage.unknown(.for(nil, request))) }
        let asked = Asked(
            session: session, visit: visit, proof: proof, envelope: envelope, recipient: recipient, request: request,
            accountLanguage: try await configuration.ceremony.accountLanguage(envelope.accountID))
        let state = LinkState(envelope, recipient)
        switch (request.method, path) {
        case (.get, "/"), (.get, "/finished"), (.post, Self.codePath), (.post, Self.sendingPath),
            (.post, Self.askingPath):
            if state == .locked { return try await locked(asked) }
            guard state.opensVisit else { return .page(try await page(asked).deadEnd) }
        default:
            return .page(
                .pageRefusal(status: 401, code: "proof_missing", saying: "code-first", in: .of(request)))
        }
        switch path {
        case Self.codePath: return try await take(asked)
        case Self.sendingPath: return try await send(asked)
        default: return try await form(asked)
        }
    }

    // MARK: Access codes

    private func take(_ asked: Asked) async throws -> Outcome {
        let body = try await asked.request.body.data(limit: Self.bodyLimit)
        let fields = RequestTarget("/?\(String(decoding: body, as: UTF8.self))").query
        let code = (fields["code"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !code.isEmpty, code.utf8.count <= Self.longestCode else {
            return try await form(asked, problem: asked.say(.enterCode))
        }
        switch asked.proof {
        case .accessCode: return try await takeAccessCode(code, asked)
        case .mailCode: return try await takeMailCode(code, asked)
        case .mailLink, .sender, .signIn: return try await passed(asked)
        }
    }

    private enum Guess {
        case right
        case wrong(left: Int)
        case locked
        case tooOften
    }

    /// Compares and records in the envelope's turn, so that guesses at the same time count as if they came one by one.
    private func takeAccessCode(_ code: String, _ asked: Asked) async throws -> Outcome {
        let now = configuration.now()
        let id = asked.recipient.id
        // A finished recipient's guesses are not part of the history.
        let late = LimitedAct("accessCode", limit: configuration.links.lateAccessCodes, period: 86_400)
        let isLate = !asked.envelope.isTurn(of: id)
        if isLate, try await codes.count(late, of: asked.target, at: now) != nil {
            return try await form(
                asked, problem: asked.say(.tooManyToday), status: 429)
        }
        var outcome = Guess.tooOften
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
            return try await form(asked, problem: Self.wrong(.wrongAccessCode, left, asked.say), status: 403)
        }
    }

    private func locked(_ asked: Asked) async throws -> Outcome {
        var back: String?
        if !asked.visit.isByLink,
            let location = ReturnAddress(asked.visit.returnURL).location(for: .accessCodeFailed)
        {
            back = "<p><a href=\"\(PlainPage.escaped(location))\">\(PlainPage.escaped(asked.say(.goBack)))</a></p>"
        }
        return .page(try await page(asked).locked(back))
    }

    // MARK: One-time codes

    private func send(_ asked: Asked) async throws -> Outcome {
        guard asked.proof == .mailCode else { return try await form(asked) }
        let now = configuration.now()
        let links = configuration.links
        let order = try await codes.issue(
            for: asked.target, within: LimitedAct("mailCode", limit: links.codes, period: 3600), life: links.codeLife,
            tries: links.codeTries, at: now)
        switch order {
        case .issued(let code):
            let sealed = try secrets.seal(code, for: MailSecret.code(of: asked.target))
            let order = MailOrder(
                Notice(.oneTimeCode, to: asked.recipient.id), sealedCode: sealed.base64EncodedString())
            do {
                try await jobs.add([order.job(for: asked.envelope)], at: now)
            } catch let full as MessageQuotaFull {
                return try await tooManyCodes(until: full.again, at: now, asked)
            }
            return .sent(back: asked.path("/"))
        case .tooMany(let again): return try await tooManyCodes(until: again, at: now, asked)
        }
    }

    private func tooManyCodes(until again: Date, at now: Date, _ asked: Asked) async throws -> Outcome {
        let minutes = max(1, Int((again.timeIntervalSince(now) / 60).rounded(.up)))
        return try await form(
            asked, problem: asked.say(.tooManyCodes, ["time": asked.say(.minutes, count: minutes)]), status: 429)
    }

    private func takeMailCode(_ code: String, _ asked: Asked) async throws -> Outcome {
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
            problem = Self.wrong(.wrongMailCode, left, asked.say)
        case .expired: problem = asked.say(.codeExpired)
        case .usedUp: problem = asked.say(.codeUsedUp)
        case .unknown: problem = asked.say(.noCodeSent)
        }
        return try await form(asked, problem: problem, status: 403)
    }

    // MARK: Pages

    private func passed(_ asked: Asked) async throws -> Outcome {
        try await sessions.pass(asked.proof, in: asked.session)
        return .passed(next: asked.visit.entrance(asked.session, asked.envelope))
    }

    private func page(_ asked: Asked) async throws -> LinkPage {
        LinkPage(
            envelope: asked.envelope, recipient: asked.recipient,
            account: try await configuration.ceremony.account(of: asked.envelope),
            brand: try await configuration.ceremony.brand(asked.envelope), language: asked.accountLanguage,
            configuration: configuration, asked.request)
    }

    private func form(_ asked: Asked, problem: String? = nil, status: Int = 200) async throws -> Outcome {
        let page = try await page(asked)
        var question = ProofQuestion(
            look: page, title: page.text(.accessCodeTitle), explanation: page.text(.accessCode),
            label: page.text(.accessCodeLabel), note: page.text(.noAccessCode), problem: problem, status: status,
            codePath: asked.path(Self.codePath), sendingPath: asked.path(Self.sendingPath))
        guard asked.proof == .mailCode else { return .asked(question) }
        question.note = nil
        question.isByMail = true
        question.label = page.text(.mailCodeLabel)
        guard try await codes.hasCode(asked.target, at: configuration.now()) else {
            question.title = page.text(.proveTitle)
            question.explanation = page.text(.prove)
            question.takesCode = false
            question.send = page.text(.sendCode)
            return .asked(question)
        }
        let life = max(1, Int((configuration.links.codeLife / 60).rounded()))
        question.title = page.text(.mailCodeTitle)
        question.explanation = asked.say(
            .mailCode,
            [
                "address": page.closing.hiddenAddress,
                "time": asked.say(.minutes, count: life),
            ])
        question.send = page.text(.sendAnotherCode)
        return .asked(question)
    }

    /// Says that a code is wrong, and how many tries are left.
    private static func wrong(_ key: LinkText, _ left: Int, _ say: PageSentences) -> String {
        guard left > 0 else { return say(key) }
        return "\(say(key)) \(say(.tries, count: left))"
    }
}
