import Crypto
import Envelopes
import Essentials
import Foundation

/// An event of a history as a sentence.
struct EventWords {
    private let envelope: Envelope
    /// The tabs left out of the document, because their conditions were not met in the end.
    private let hidden: Set<TabID>

    init(envelope: Envelope) {
        self.envelope = envelope
        let shown = envelope.recipients.reduce(into: Set<TabID>()) { $0.formUnion(envelope.shownTabs(of: $1.id)) }
        hidden = Set(envelope.tabs.map(\.id)).subtracting(shown)
    }

    func sentence(_ event: Event) -> String {
        let name = event.actor.name
        switch event.body {
        case .created: return "\(name) created the envelope."
        case .sent: return "\(name) sent the envelope."
        case .viewed: return "\(name) opened the envelope."
        case .received: return "\(name) was shown the documents and so received them."
        case .consented: return "\(name) agreed to use electronic records and signatures."
        case .signatureAdopted(_, let kind, _, let method):
            switch method {
            case .typed: return "\(name) adopted \(kind == .signature ? "a typed signature" : "typed initials")."
            case .drawn:
                return "\(name) adopted \(kind == .signature ? "a hand-drawn signature" : "hand-drawn initials")."
            case .uploaded: return "\(name) adopted \(kind == .signature ? "a signature" : "initials") from a picture."
            }
        case .fieldFilled(_, let tabID, let value): return filled(name, tabID, value)
        case .signed(_, let documents, _, _):
            return "\(name) signed \(names(of: Set(documents.keys)))."
        case .declined(_, let reason): return "\(name) declined to sign: \(reason)"
        case .finishedLater: return "\(name) chose to finish later."
        case .voided(let reason): return "\(name) voided the envelope: \(reason)"
        case .levelLowered(let wanted, let reached, let cause):
            return "A signature has the level \(reached) instead of \(wanted). \(cause.sentence)"
        case .sealed: return "The service sealed the documents."
        case .historyTaken(let device, let first, let last, let user, let otherFonts):
            return "The service accepted events \(first) to \(last), which a device recorded and signed."
                + " \(user.name) (\(user.email)) uploaded them." + inOtherFonts(otherFonts) + key(device)
        case .identified(_, let identification): return identified(name, identification)
        case .identificationFailed(_, let method):
            return "\(name) entered a wrong \(method == .accessCode ? "access code" : "one-time code")."
        case .notified(let ids, let message):
            let names = ids.compactMap { envelope.recipient($0)?.name }.joined(separator: ", ")
            let what = message == .reminder ? "a reminder" : message == .expiryWarning ? "a warning" : "the invitation"
            return "\(name) sent \(what) to \(names)."
        case .placed(_, let tab):
            return "\(name) placed a signature on page \(tab.page) of \(names(of: [tab.documentID]))."
        case .unplaced: return "\(name) removed a signature that they had placed."
        case .attached(_, let tabID, let file):
            let pages = file.pages.count == 1 ? "1 page" : "\(file.pages.count) pages"
            return "\(name) attached the file “\(file.name)” (\(pages)) to “\(label(tabID))”. SHA-256: \(file.blob)"
        case .detached(_, let tabID): return "\(name) removed the file from “\(label(tabID))”."
        case .mailed(let mailing):
            guard !mailing.isFile else {
                return "The service wrote \(mailing.message.words) to \(mailing.address) to a file."
            }
            return "The mail server \(mailing.server) accepted \(mailing.message.words) to \(mailing.address)."
        case .undelivered(let undelivered):
            if let date = undelivered.waitsUntil {
                return "\(undelivered.message.words.capitalizedFirst) to \(undelivered.address) waited until"
                    + " \(SignedDate.moment(date)): \(undelivered.reason)"
            }
            return "\(undelivered.message.words.capitalizedFirst) to \(undelivered.address) was not delivered:"
                + " \(undelivered.reason)"
        case .corrected(let correction): return "\(name) changed the envelope: \(correction.summary)."
        case .locked: return "\(name) locked the envelope to change it."
        case .unlocked: return "\(name) released the lock."
        case .scheduled(let date): return "\(name) sent the envelope, to go out on \(SignedDate.moment(date))."
        case .resumed(let order): return "The pause before signing order \(order) ended."
        case .workflowChanged: return "\(name) changed when the envelope goes on."
        case .delegated(_, let delegation):
            return "\(name) assigned their part to \(delegation.name) (\(delegation.email)): \(delegation.reason)"
        }
    }

    private func identified(_ name: String, _ identification: Identification) -> String {
        switch identification.method {
        case .mailLink: return "\(name) opened the link in the message to their address."
        case .accessCode: return "\(name) entered the access code that the sender had given them."
        case .mailCode: return "\(name) entered the one-time code from the message to their address."
        case .signIn: return "\(name) signed in with their address."
        case .sender:
            let how = identification.detail.map { ", by \($0)" } ?? ""
            return "The sender's program identified \(name)\(how)."
        }
    }

    private func names(of documents: Set<DocumentID>) -> String {
        let names = envelope.documents.filter { documents.contains($0.id) }.sorted { $0.order < $1.order }
            .map { "“\($0.name)”" }
        guard let last = names.last, names.count > 1 else { return names.first ?? "no document" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private func inOtherFonts(_ tabs: [TabID]) -> String {
        let labels = tabs.compactMap { envelope.tab($0).map { "“\($0.label)”" } }
        return labels.isEmpty ? "" : " The device drew \(labels.joined(separator: ", ")) in fonts of its own."
    }

    /// Returns the key's hash, which is enough for people; the history has the key itself.
    private func key(_ base64: String) -> String {
        guard let key = Data(base64Encoded: base64) else { return "" }
        return " SHA-256 of its key: \(Hexadecimal.text(SHA256.hash(data: key)))"
    }

    private func label(_ tabID: TabID) -> String { envelope.tab(tabID)?.label ?? tabID.rawValue }

    private func filled(_ name: String, _ tabID: TabID, _ value: String) -> String {
        guard let tab = envelope.tab(tabID) else { return "\(name) filled in a field." }
        guard !hidden.contains(tabID) else {
            return "\(name) filled in “\(tab.choice?.group ?? tab.label)”, but the final document does not show it."
        }
        switch (tab.kind, value) {
        case (.signHere, "true"): return "\(name) signed in \(tab.required ? "" : "the optional field ")“\(tab.label)”."
        case (.initialHere, "true"):
            return "\(name) put initials in \(tab.required ? "" : "the optional field ")“\(tab.label)”."
        case (.signHere, _): return "\(name) removed the signature from “\(tab.label)”."
        case (.initialHere, _): return "\(name) removed the initials from “\(tab.label)”."
        case (.checkbox, "true"): return "\(name) ticked “\(tab.label)”."
        case (.radio, _): return "\(name) chose “\(tab.choice?.value ?? tab.label)” in “\(tab.choice?.group ?? "")”."
        case (.list, let value) where !value.isEmpty:
            let option = tab.options?.first { $0.value == value }?.text ?? value
            return "\(name) chose “\(option)” in “\(tab.label)”."
        case (.checkbox, _): return "\(name) unticked “\(tab.label)”."
        case (_, ""): return "\(name) emptied “\(tab.label)”."
        default: return "\(name) filled in “\(tab.label)”: \(Self.inOneLine(value))"
        }
    }

    /// Returns a value with its line breaks replaced by ¶.
    private static func inOneLine(_ value: String) -> String {
        value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ¶ ")
    }
}

extension MessageKind {
    /// The message as named in a sentence.
    var words: String {
        switch self {
        case .invitation, .yourTurn: "the invitation"
        case .reminder: "a reminder"
        case .expiryWarning: "a warning that the time to sign ends soon"
        case .viewed: "the news that the documents were opened"
        case .declined: "the news that somebody declined"
        case .voided: "the news that the envelope was voided"
        case .completed: "the completed documents"
        case .copy: "a copy"
        case .oneTimeCode: "a one-time code"
        case .undeliverable: "the news that a message was not delivered"
        case .locked: "the news that a recipient is locked out"
        case .corrected: "the news that the envelope was corrected"
        case .targetPaused: "the news that a webhook is paused"
        case .delegated: "the news that a recipient was replaced"
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
