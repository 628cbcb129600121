import EnvelopeService
import Envelopes
import Foundation
import HTTPMessages
import PageKit
import SigningService

/// Pages on which anyone at this machine can sign a sample agreement and view the result.
///
/// They need no account, so serve them on a loopback address only. They show no envelopes but their own.
package struct SampleRoute: Sendable {
    private let service: SigningService
    /// The account that sends the samples.
    private static let name = "Countersign samples"
    private static let email = "samples@countersign.invalid"

    package init(service: SigningService) {
        self.service = service
    }

    /// The pages below `/sample`.
    package var routes: [APIRoute] {
        [
            APIRoute(.get, "sample", needsToken: false) { _ in Self.welcome },
            APIRoute(.post, "sample", needsToken: false) { try await start($0) },
            APIRoute(.get, "sample/:envelope", needsToken: false) { try await result($0) },
            APIRoute(.get, "sample/:envelope/:file", needsToken: false) { try await file($0) },
        ]
    }

    private static let welcome = PlainPage(
        title: "Sign a sample agreement",
        body: """
            <p>Three pages, one signer: you. It takes a minute, and nothing leaves this machine.</p>
            <form method="post" action="/sample"><button>Open the agreement</button></form>
            """
    ).answer()

    /// Creates an envelope and redirects the browser to its signing page.
    private func start(_ call: ServiceCall) async throws -> HTTPReply {
        // A form on another site must not fill the data directory.
        guard !OriginRule.isForeign(call, base: service.baseURL) else {
            return try APIRefusal(403, "INVALID_REQUEST_PARAMETER", "The request comes from another site.").answer()
        }
        let base = call.base
        let body = try JSONEncoder().encode(SampleAgreement.make().body())
        let envelope = try await service.createEnvelope(body, for: try await account())
        let url = try await service.signingURL(
            for: RecipientID(SampleRequest.recipientID), of: envelope.id,
            returningTo: base.appending(path: "sample/\(envelope.id.rawValue)"), base: base)
        return .seeOther(url.absoluteString)
    }

    /// The page to which the browser returns after signing.
    private func result(_ call: ServiceCall) async throws -> HTTPReply {
        let envelope = try await sample(call)
        let event = call.query["event"]
        let again = #"<form method="post" action="/sample"><button>Sign another one</button></form>"#
        guard envelope.status == .completed else {
            let (title, sentence) =
                switch event {
                case "decline": ("You declined to sign", "The sender would now see your reason.")
                case "cancel": ("Saved for later", "We have saved your entries.")
                case "session_timeout": ("You were away for a while", "We have saved your entries.")
                case "ttl_expired": ("This signing link has been used", "Each link works once, within five minutes.")
                default: ("Nothing is signed yet", "The agreement is still open.")
                }
            return PlainPage(title: title, body: "<p>\(sentence)</p>\(again)").answer()
        }
        let place = "/sample/\(envelope.id.rawValue)"
        return PlainPage(
            title: "Signed and sealed",
            body: """
                <p><a href="\(place)/signed.pdf">The signed agreement</a> carries your signature and the service's \
                seal.</p>
                <p><a href="\(place)/certificate.pdf">The certificate of completion</a> says who did what, when.</p>
                <p><a href="\(place)/history.json">The history</a> links every event to the one before by its \
                hash.</p>
                \(again)
                """
        ).answer()
    }

    private func file(_ call: ServiceCall) async throws -> HTTPReply {
        let envelope = try await sample(call)
        switch call.parameters["file"] {
        case "signed.pdf":
            guard let hash = envelope.combined else { throw NothingAtPath(path: call.path) }
            return .bytes(try await service.ledger.document(hash), type: "application/pdf")
        case "certificate.pdf":
            guard let hash = envelope.certificate else { throw NothingAtPath(path: call.path) }
            return .bytes(try await service.ledger.document(hash), type: "application/pdf")
        case "history.json":
            return .bytes(try await service.ledger.history(envelope.id).file, type: "application/json")
        default:
            throw NothingAtPath(path: call.path)
        }
    }

    /// Returns an envelope of the samples' account.
    private func sample(_ call: ServiceCall) async throws -> Envelope {
        guard let id = call.parameters["envelope"].flatMap(EnvelopeID.init(rawValue:)) else {
            throw NothingAtPath(path: call.path)
        }
        let envelope = try await service.ledger.envelope(id)
        guard envelope.accountID == (try await account().accountID) else { throw NothingAtPath(path: call.path) }
        return envelope
    }

    private func account() async throws -> Identity {
        if let known = try await service.accounts.identity(name: Self.name, email: Self.email) { return known }
        let now = service.configuration.envelopes.now()
        return try await service.accounts.create(name: Self.name, email: Self.email, at: now).identity
    }
}
