import Envelopes
import Foundation
import SignedPDF
import X509

/// The issuer of the certificate of completion, and how others can check it.
extension CompletionCertificate {
    /// The names of the seal and of the authority that issued its certificate, and the SHA-256 of the authority's
    /// certificate.
    struct Issuer {
        let seal: String
        let authority: String
        /// The SHA-256 of the authority's certificate in DER; `nil` if the seal's chain lacks it.
        let hash: String?

        init(_ signer: some DocumentSigner) {
            let chain = signer.certificateChain
            seal = chain.first.map { Self.name($0.subject) } ?? "-"
            authority = chain.first.map { Self.name($0.issuer) } ?? "-"
            hash = chain.first { $0.subject == $0.issuer }.flatMap { root in
                (try? root.serializeAsPEM().derBytes).map { BlobHash(of: Data($0)).rawValue }
            }
        }

        private static func name(_ name: DistinguishedName) -> String {
            for relative in name {
                for attribute in relative where attribute.type == .RDNAttributeType.commonName {
                    return String(describing: attribute.value)
                }
            }
            return name.description
        }
    }

    /// Returns how a recipient was identified. The service itself asks nobody for a password or an identity document,
    /// so this names who did, or could have.
    func authentication(of recipient: Recipient, _ signed: Event?) -> String {
        if let host = recipient.host { return "In person, by \(host.name)" }
        if signed?.device != nil { return "By the app on the device where they signed" }
        let methods = envelope.state(of: recipient.id)?.identifications.map(\.method) ?? []
        if recipient.clientUserID != nil {
            return methods.contains(.signIn)
                ? "By signing in with their address; the sender's application could open the page, too"
                : "By the sender's application, which opened the signing page for them"
        }
        let byMail = methods.contains(.mailLink)
        return byMail ? "By a link in a message to their address" : "By a link given only to them"
    }

    /// Returns the pages of each document that a person had been shown when they signed or received them.
    func pagesShown(_ event: Event?) -> String? {
        let shown: ShownPages
        switch event?.body {
        case .signed(_, _, _, let pages): shown = pages
        case .received(_, let pages): shown = pages
        default: return nil
        }
        let documents = envelope.documents.sorted { $0.order < $1.order }
        return documents.compactMap { document in
            guard let pages = shown[document.id] else { return nil }
            let all = max(1, document.pages.count)
            let named = pages.description.replacingOccurrences(of: "-", with: "–").replacingOccurrences(
                of: ",", with: ", ")
            return "\(document.name): " + (pages.count == all ? "all \(all)" : "\(named) of \(all)")
        }.joined(separator: "; ")
    }

    /// The steps to check everything without trust in this page or the service.
    static let checks = [
        "Open a document, or this certificate, in a PDF reader or a validator that checks signatures"
            + " (ISO 32000-2 §12.8, ETSI EN 319 142-1). It shows who signed, whether anything has changed since, and"
            + " the seal over everything.",
        "Compare the SHA-256 of the authority's certificate with the one above, and ask the sender to confirm it in"
            + " another way. Only then let the reader trust the authority.",
        "Compute the SHA-256 of a file with any program, such as “sha256sum”, and compare it with the one listed.",
        "Ask the sender for the history: one event per line, in JSON. The SHA-256 of a line without its member “hash”"
            + " is that event's hash. The next line repeats it as “previousHash”.",
    ]
}
