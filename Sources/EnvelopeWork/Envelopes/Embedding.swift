import Envelopes
import Foundation
import Ledger
import ServiceCalls

extension EnvelopeWork {
    /// Returns the origins whose pages may show an envelope's page in a frame: its application's, and the service's own,
    /// under which apps load the page that is bundled with them.
    ///
    /// A document of no application is shown by pages that are bundled with apps, whatever they are loaded from, and by
    /// no website: its address is known only to the sender's own programs.
    package func embeddingOrigins(of envelope: Envelope) async throws -> [EmbeddingOrigin] {
        let own = URL(string: "/", relativeTo: base()).flatMap { EmbeddingOrigin($0.absoluteString) }
        var allowed = [EmbeddingOrigin.null]
        if let id = envelope.definition.options.applicationID {
            allowed = try await stores.applications.application(id, of: envelope.accountID)?.origins ?? []
        }
        return allowed + (own.map { [$0] } ?? [])
    }
}

/// The session that a request of an embedded page names in a header: `{id}.{secret}`. A page of another site cannot send
/// it, since no answer allows it to.
package struct EmbeddedSession {
    package static let header = "Countersign-Session"

    package let id: String
    package let secret: Secret?

    package init(_ request: ServiceCall) {
        let parts = (request.headers[named: Self.header] ?? "").split(separator: ".", maxSplits: 1)
        id = parts.first.map(String.init) ?? ""
        secret = parts.count == 2 && parts[1].utf8.count <= 200 ? Secret(text: String(parts[1])) : nil
    }
}

/// The pages that may show a page in a frame.
package struct FrameAncestors {
    let origins: [EmbeddingOrigin]

    package init(_ origins: [EmbeddingOrigin]) {
        self.origins = origins
    }

    /// The sources of `frame-ancestors` (CSP Level 3 §6.4.2); `nil` without the directive, since pages without an
    /// origin of their own match no source.
    package var directive: String? {
        if origins.contains(.null) { return nil }
        return origins.isEmpty ? "'none'" : origins.compactMap(\.source).joined(separator: " ")
    }
}
