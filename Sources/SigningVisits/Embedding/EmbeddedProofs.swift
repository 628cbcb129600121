import Ceremony
import Envelopes
import Foundation
import HTTPMessages
import Ledger
import ServiceCalls
import Words

/// The questions for codes of a page that has no cookie: the same rules as ``ProofForms``, asked by the page's script.
///
/// `GET proof` says which code is missing, `POST proof` takes one, `POST proof/send` has one sent by mail.
struct EmbeddedProofs: Sendable {
    let forms: ProofForms

    private struct Answer: Encodable {
        let title: String
        let explanation: String
        let label: String
        let button: String
        let note: String?
        /// The button that has a code sent; `nil` if none can be.
        let send: String?
        /// Whether there is a code to enter.
        let takesCode: Bool
        let isByMail: Bool
        let problem: String?

        init(_ question: ProofQuestion) {
            title = question.title
            explanation = question.explanation
            label = question.label
            button = question.button
            note = question.note
            send = question.send
            takesCode = question.takesCode
            isByMail = question.isByMail
            problem = question.problem
        }
    }

    func answer(
        _ request: ServiceCall, _ visit: TicketTarget, session: String, path: String,
        missing proofs: [Identification.Method]
    ) async throws -> HTTPReply {
        let below: String
        switch (request.method, path) {
        case (.get, "proof"): below = "/"
        case (.post, "proof"): below = ProofForms.codePath
        case (.post, "proof/send"): below = ProofForms.sendingPath
        default:
            return .pageRefusal(status: 403, code: "proof_missing", saying: "code-first", in: .of(request))
        }
        switch try await forms.outcome(request, visit, session: session, path: below, missing: proofs) {
        case .passed: return try .json(["passed": true])
        // A wrong code is an answer like the others for the page's script.
        case .asked(let question): return try .json(Answer(question))
        case .page(let page):
            return .pageRefusal(status: page.status, code: "no_way_on", saying: "no-way-on", in: .of(request))
        case .sent:
            let asked = try await forms.outcome(
                request, visit, session: session, path: ProofForms.askingPath, missing: proofs)
            guard case .asked(let question) = asked else {
                return .pageRefusal(status: 409, code: "no_way_on", saying: "open-again", in: .of(request))
            }
            return try .json(Answer(question))
        }
    }
}
