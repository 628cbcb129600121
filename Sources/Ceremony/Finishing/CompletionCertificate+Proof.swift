import Envelopes
import Foundation
import SignedPDF
import Words
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
        if let host = recipient.host { return say(.byHost, ["person": .text(host.name)]) }
        if signed?.device != nil { return say(.byApp) }
        let methods = envelope.state(of: recipient.id)?.identifications.map(\.method) ?? []
        if recipient.clientUserID != nil {
            return methods.contains(.signIn) ? say(.bySignIn) : say(.byApplication)
        }
        return methods.contains(.mailLink) ? say(.byMail) : say(.byLink)
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
            let facts: [String: Fact] = [
                "document": .text(document.name), "shown": .text(named), "pages": .number(all),
            ]
            return say(pages.count == all ? .pagesShownAll : .pagesShownSome, facts)
        }.joined(separator: "; ")
    }

    /// The number of steps to check everything without trust in this page or the service.
    static let checks = 4
}
