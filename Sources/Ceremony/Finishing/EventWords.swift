import Crypto
import Envelopes
import Essentials
import Foundation
import Words

/// An event of a history as a sentence.
struct EventWords {
    private let envelope: Envelope
    private let say: CertificateWords
    /// The tabs left out of the document, because their conditions were not met in the end.
    private let hidden: Set<TabID>

    init(envelope: Envelope, in language: Language = .english) {
        self.envelope = envelope
        say = CertificateWords(language)
        let shown = envelope.recipients.reduce(into: Set<TabID>()) { $0.formUnion(envelope.shownTabs(of: $1.id)) }
        hidden = Set(envelope.tabs.map(\.id)).subtracting(shown)
    }

    func sentence(_ event: Event) -> String {
        let name = event.actor.name
        let person: [String: Fact] = ["person": .text(name)]
        func told(_ facts: [String: Fact]) -> [String: Fact] { person.merging(facts) { own, _ in own } }
        switch event.body {
        case .created: return say.event(.created, person)
        case .sent: return say.event(.sent, person)
        case .viewed: return say.event(.viewed, person)
        case .received: return say.event(.received, person)
        case .consented: return say.event(.consented, person)
        case .signatureAdopted(_, let kind, _, let method):
            return say.event(.adopted, "\(kind.rawValue).\(method.rawValue)", person)
        case .fieldFilled(_, let tabID, let value): return filled(person, tabID, value)
        case .signed(_, let documents, _, _):
            guard !documents.isEmpty else { return say.event(.signedNothing, person) }
            return say.event(.signed, told(["documents": say.quoted(names(of: Set(documents.keys)))]))
        case .declined(_, let reason): return say.event(.declined, told(["reason": .text(reason)]))
        case .finishedLater: return say.event(.finishedLater, person)
        case .voided(let reason): return say.event(.voided, told(["reason": .text(reason)]))
        case .levelLowered(let wanted, let reached, let cause):
            return say.event(.levelLowered, ["wanted": .text(wanted), "reached": .text(reached)]) + " " + cause.sentence
        case .sealed: return say.event(.sealed)
        case .historyTaken(let device, let first, let last, let user, let otherFonts):
            let taken = say.event(
                .taken,
                [
                    "first": .number(first), "last": .number(last), "person": .text(user.name),
                    "email": .text(user.email),
                ])
            return ([taken] + inOtherFonts(otherFonts) + key(device)).joined(separator: " ")
        case .identified(_, let identification): return identified(person, identification)
        case .identificationFailed(_, let method): return say.event(.wrong, method.rawValue, person)
        case .notified(let ids, let message):
            let names = ids.compactMap { envelope.recipient($0)?.name }
            let kind = message == .reminder || message == .expiryWarning ? message : .invitation
            return say.event(.notified, kind.rawValue, told(["people": say.listed(names)]))
        case .placed(_, let tab):
            let document = names(of: [tab.documentID]).first ?? tab.documentID.rawValue
            return say.event(.placed, told(["page": .number(tab.page), "document": .text(document)]))
        case .unplaced: return say.event(.unplaced, person)
        case .attached(_, let tabID, let file):
            return say.event(
                .attached,
                told(["file": .text(file.name), "field": .text(label(tabID)), "hash": .text(file.blob.rawValue)]),
                count: file.pages.count)
        case .detached(_, let tabID): return say.event(.detached, told(["field": .text(label(tabID))]))
        case .mailed(let mailing):
            return say.event(
                mailing.isFile ? .mailedFile : .mailed,
                [
                    "message": .text(say.event(.message, mailing.message.rawValue)), "address": .text(mailing.address),
                    "server": .text(mailing.server),
                ])
        case .undelivered(let undelivered):
            return say.event(
                undelivered.waitsUntil == nil ? .undelivered : .undeliveredWaits,
                [
                    "message": .text(say.event(.message, undelivered.message.rawValue)),
                    "address": .text(undelivered.address), "reason": .text(undelivered.reason),
                    "time": .text(undelivered.waitsUntil.map { say.moment($0) } ?? ""),
                ])
        case .corrected(let correction):
            return say.event(.corrected, told(["changes": .names(CorrectionWords(say).changes(correction))]))
        case .locked: return say.event(.locked, person)
        case .unlocked: return say.event(.unlocked, person)
        case .scheduled(let date): return say.event(.scheduled, told(["time": .text(say.moment(date))]))
        case .resumed(let order): return say.event(.resumed, ["order": .number(order)])
        case .workflowChanged: return say.event(.workflowChanged, person)
        case .delegated(_, let delegation):
            return say.event(
                .delegated,
                told([
                    "other": .text(delegation.name), "email": .text(delegation.email),
                    "reason": .text(delegation.reason),
                ]))
        }
    }

    private func identified(_ person: [String: Fact], _ identification: Identification) -> String {
        guard identification.method == .sender, let how = identification.detail else {
            return say.event(.identified, identification.method.rawValue, person)
        }
        return say.event(.identifiedSenderBy, person.merging(["how": .text(how)]) { own, _ in own })
    }

    private func names(of documents: Set<DocumentID>) -> [String] {
        envelope.documents.filter { documents.contains($0.id) }.sorted { $0.order < $1.order }.map(\.name)
    }

    private func inOtherFonts(_ tabs: [TabID]) -> [String] {
        let labels = tabs.compactMap { envelope.tab($0)?.label }
        return labels.isEmpty ? [] : [say.event(.takenFonts, ["fields": say.quoted(labels)])]
    }

    /// Returns the key's hash, which is enough for people; the history has the key itself.
    private func key(_ base64: String) -> [String] {
        guard let key = Data(base64Encoded: base64) else { return [] }
        return [say.event(.takenKey, ["hash": .text(Hexadecimal.text(SHA256.hash(data: key)))])]
    }

    private func label(_ tabID: TabID) -> String { envelope.tab(tabID)?.label ?? tabID.rawValue }

    private func filled(_ person: [String: Fact], _ tabID: TabID, _ value: String) -> String {
        guard let tab = envelope.tab(tabID) else { return say.event(.filledUnknown, person) }
        func told(_ key: EventText, _ field: String, _ more: [String: Fact] = [:]) -> String {
            say.event(key, person.merging(["field": .text(field)]) { own, _ in own }.merging(more) { own, _ in own })
        }
        guard !hidden.contains(tabID) else { return told(.filledHidden, tab.choice?.group ?? tab.label) }
        switch (tab.kind, value) {
        case (.signHere, "true"):
            return told(tab.required ? .filledSignature : .filledOptionalSignature, tab.label)
        case (.initialHere, "true"):
            return told(tab.required ? .filledInitials : .filledOptionalInitials, tab.label)
        case (.signHere, _): return told(.emptiedSignature, tab.label)
        case (.initialHere, _): return told(.emptiedInitials, tab.label)
        case (.checkbox, "true"): return told(.ticked, tab.label)
        case (.radio, _):
            return told(.chosen, tab.choice?.group ?? "", ["option": .text(tab.choice?.value ?? tab.label)])
        case (.list, let value) where !value.isEmpty:
            let option = tab.options?.first { $0.value == value }?.text ?? value
            return told(.chosen, tab.label, ["option": .text(option)])
        case (.checkbox, _): return told(.unticked, tab.label)
        case (_, ""): return told(.emptied, tab.label)
        default: return told(.filled, tab.label, ["value": .text(Self.inOneLine(value))])
        }
    }

    /// Returns a value with its line breaks replaced by ¶.
    private static func inOneLine(_ value: String) -> String {
        value.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ¶ ")
    }
}
