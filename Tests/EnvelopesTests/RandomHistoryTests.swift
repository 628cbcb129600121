import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

/// Random commands, right and wrong ones, on random envelopes.
@Suite("Random histories")
struct RandomHistoryTests {
    @Test("A random history keeps every invariant", arguments: 0..<80)
    func invariants(seed: Int) throws {
        var walk = RandomWalk(seed: UInt64(seed))
        var history = try History(walk.creation())
        var kept = history.envelope
        for step in 0..<60 {
            let (command, context) = walk.command(on: kept, step: step)
            let before = kept
            let events: [Event]
            do {
                events = try decide(command, kept, context)
            } catch {
                #expect(kept == before)
                continue
            }
            for event in events { kept = try apply(event, to: kept) }
            if case .sign(let id, _, _, _) = command, !events.isEmpty {
                #expect(before.isLastToSign(id) == kept.isReadyToSeal, "\(id) at step \(step)")
            }
            try history.append(events)

            // The same command again changes nothing.
            #expect(try decide(command, kept, context).isEmpty, "\(command) repeated at step \(step)")
            // What is final stays so, and completed is reached by a seal only.
            if before.status.isFinal { #expect(kept == before) }
            if kept.status == .completed, before.status != .completed {
                #expect(before.status == .signed && events.map(\.body.kind) == [.sealed])
                #expect(kept.versions.values.allSatisfy { $0.count >= 2 })
            }
            // Versions are only added; a document that nobody has opened may be replaced or removed.
            for (id, versions) in before.versions where before.openedAt != nil || events.last?.body.kind != .corrected {
                #expect(kept.versions[id].map { Array($0.prefix(versions.count)) } == versions)
            }
            if events.last?.body.kind == .corrected { expectCorrected(before, kept) }
            // While it is locked, nobody signs.
            if before.lock(at: context.at) != nil { #expect(events.allSatisfy { $0.body.kind != .signed }) }
        }
        let replayed = try History(history.events).envelope
        #expect(replayed == kept)
        #expect(try CanonicalJSON.value(Envelope.self, from: CanonicalJSON.bytes(of: kept)) == kept)
        #expect(try JSONDecoder().decode(Envelope.self, from: JSONEncoder().encode(kept)) == kept)
        #expect(try History(file: history.file) == history)
    }

    /// A correction leaves alone who has finished and what is signed, and somebody still has to sign.
    private func expectCorrected(_ before: Envelope, _ after: Envelope) {
        #expect(after.definition.problems(whenSending: after.status != .created) == [])
        #expect(Set(after.recipientStates.keys) == Set(after.recipients.map(\.id)))
        #expect(Set(after.versions.keys) == Set(after.documents.map(\.id)))
        for recipient in before.recipients where before.state(of: recipient.id)?.hasFinished == true {
            #expect(after.recipient(recipient.id) == recipient)
            #expect(after.state(of: recipient.id) == before.state(of: recipient.id))
        }
        let signed = before.documents.map(\.id).filter { (before.versions[$0]?.count ?? 0) > 1 }
        for id in signed {
            #expect(after.tabs.filter { $0.documentID == id } == before.tabs.filter { $0.documentID == id })
        }
        guard after.status.isInProcess else { return }
        #expect(after.recipients.contains { $0.signs && after.isTurn(of: $0.id) || !$0.signs })
        for recipient in after.recipients where after.state(of: recipient.id)?.hasFinished == false {
            #expect((after.state(of: recipient.id)?.sentAt != nil) == after.isTurn(of: recipient.id))
        }
    }

    @Test("The random histories reach every status")
    func everyStatus() throws {
        var reached: Set<EnvelopeStatus> = []
        for seed in 0..<80 {
            var walk = RandomWalk(seed: UInt64(seed))
            var envelope = try History(walk.creation()).envelope
            for step in 0..<60 {
                let (command, context) = walk.command(on: envelope, step: step)
                for event in (try? decide(command, envelope, context)) ?? [] {
                    envelope = try apply(event, to: envelope)
                    reached.insert(envelope.status)
                }
            }
        }
        // A corrected draft is still one.
        #expect(reached == Set(EnvelopeStatus.allCases))
    }
}

private struct RandomWalk {
    var generator: SeededGenerator
    var count = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    private mutating func text() -> String {
        let letters = ["a", "é", "\"", "\\", "😀", "/", " ", "e\u{301}", "Ж", "<"]
        return (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
            letters.randomElement(using: &generator)
        }
        .joined()
    }

    private mutating func hash() -> BlobHash {
        count += 1
        return Samples.blob("\(generator.next()) \(count)")
    }

    mutating func creation() throws -> [Event] {
        var definition = EnvelopeDefinition(
            accountID: "a-1", sender: Samples.ada, emailSubject: "Subject", documents: [], recipients: [], tabs: [])
        for number in 1...Int.random(in: 1...3, using: &generator) {
            definition.documents.append(
                EnvelopeDocument(
                    id: DocumentID("\(number)"), name: "Document", blob: hash(),
                    pages: [PageSize(width: .random(in: 100...2000, using: &generator), height: 500.25)],
                    order: number))
        }
        let signers = Int.random(in: 1...3, using: &generator)
        for number in 1...signers {
            definition.recipients.append(
                Recipient(
                    id: RecipientID("\(number)"), name: "Signer " + "é\"\\", email: "s\(number)@example.org",
                    routingOrder: Int.random(in: 1...2, using: &generator)))
        }
        for number in 1...Int.random(in: 1...8, using: &generator) {
            let kind = TabKind.allCases.randomElement(using: &generator) ?? .text
            var tab = Samples.tab(
                number, kind, for: RecipientID("\(Int.random(in: 1...signers, using: &generator))"),
                frame: TabFrame(x: .random(in: 0...50, using: &generator), y: 3, width: 20.5, height: 10),
                required: chance(60), locked: kind == .text && chance(20))
            if kind == .radio { tab.choice = RadioChoice(group: "Group", value: "\(number)") }
            if kind == .list { tab.options = ["true", "b"].map { ListOption(text: "\($0) 😀", value: $0) } }
            let parents = definition.tabs.filter { $0.recipientID == tab.recipientID && $0.kind == .checkbox }
            if let parent = parents.last, chance(40) {
                tab.condition = TabCondition(parentLabel: parent.label, parentValue: TabCondition.on)
            }
            definition.tabs.append(tab)
        }
        for recipient in definition.recipients where chance(30) {
            for index in definition.tabs.indices
            where definition.tabs[index].kind == .checkbox && definition.tabs[index].recipientID == recipient.id {
                definition.tabs[index].groupLabels = ["Boxes"]
            }
            let group = TabGroup(label: "Boxes", recipientID: recipient.id, rule: .selectAtMost, minimum: 0, maximum: 1)
            if definition.tabs.contains(where: { $0.recipientID == recipient.id && $0.groupLabels != nil }) {
                definition.tabGroups.append(group)
            }
        }
        if chance(30) {
            definition.recipients.append(
                Recipient(
                    id: "9", name: "Copy", email: "c@example.org",
                    routingOrder: Int.random(in: 1...3, using: &generator),
                    kind: chance(50) ? .carbonCopy : .certifiedDelivery))
        }
        definition.allowsReassigning = chance(50)
        return try decide(
            .create(Samples.envelopeID, definition, send: chance(80)), nil, Samples.context(key: "create"))
    }

    mutating func command(on envelope: Envelope, step: Int) -> (Command, CommandContext) {
        let recipient = envelope.recipients.randomElement(using: &generator)?.id ?? "1"
        let tab = envelope.tabs.randomElement(using: &generator)?.id ?? Samples.tabID(1)
        let own = envelope.tabs(of: recipient).randomElement(using: &generator)?.id ?? tab
        var documents: [DocumentID: BlobHash] = [:]
        for document in envelope.documents where chance(95) { documents[document.id] = hash() }
        let command: Command
        switch Int.random(in: 0..<115, using: &generator) {
        case 0..<4: command = .send
        case 4..<14:
            let shown = envelope.everyPage
            command = chance(50) ? .view(recipientID: recipient) : .receive(recipientID: recipient, shown: shown)
        case 14..<32: command = .consent(recipientID: recipient, disclosure: Samples.disclosure)
        case 32..<46:
            command = .adopt(
                recipientID: recipient, kind: chance(60) ? .signature : .initials, artwork: hash(), method: .drawn)
        case 46..<60: command = .fill(recipientID: recipient, tabID: own, value: chance(50) ? "true" : text())
        case 60..<64: command = .fill(recipientID: recipient, tabID: tab, value: text())
        case 64..<82: command = .sign(recipientID: recipient, documents: documents, shown: envelope.everyPage)
        case 82..<83: command = .decline(recipientID: recipient, reason: text())
        case 83..<86: command = .finishLater(recipientID: recipient)
        case 86..<87: command = .void(reason: text())
        case 87..<93:
            let (x, page) = (Double.random(in: -10...80, using: &generator), Int.random(in: 1...2, using: &generator))
            command = .place(
                recipientID: recipient, tabID: Samples.tabID(Int.random(in: 90...92, using: &generator)),
                on: DocumentPage("1", page), frame: TabFrame(x: x, y: 10, width: 40, height: 20))
        case 93..<94: command = .unplace(recipientID: recipient, tabID: own)
        case 94..<100: command = .correct(correction(of: envelope))
        case 100..<101:
            let date = Samples.context(minute: step).at
            command = .lock(EditLock(by: Samples.ada, at: date, seconds: 60, token: Samples.blob("token")))
        case 101..<102: command = .unlock
        case 102..<105:
            let email = "d\(step)@example.org"
            command = .delegate(
                recipientID: recipient, delegation: Delegation(name: text(), email: email, reason: text()))
        default: command = .seal(documents: documents, combined: hash(), certificate: hash())
        }
        let actor = command.recipientID.map(Samples.signer) ?? Samples.sender
        var context = Samples.context(actor, minute: step, key: "key \(step)")
        if chance(50) { context.editToken = Samples.blob("token") }
        return (command, context)
    }

    private mutating func correction(of envelope: Envelope) -> Correction {
        var correction = Correction()
        let people = envelope.recipients
        if chance(40), var person = people.randomElement(using: &generator) {
            if chance(50) { person.email = "n\(count)@example.org" }
            person.routingOrder = Int.random(in: 1...3, using: &generator)
            correction.recipients.append(person)
        }
        if chance(20) {
            let id = RecipientID("new-\(count)")
            correction.recipients.append(
                Recipient(
                    id: id, name: text() + "N", email: "n@example.org",
                    routingOrder: Int.random(in: 1...3, using: &generator)))
            if let place = envelope.documents.randomElement(using: &generator)?.id {
                correction.tabs.append(Samples.tab(1000 + count, .signHere, for: id, on: place))
            }
        }
        if chance(15), let person = people.randomElement(using: &generator) {
            correction.removedRecipients.append(person.id)
        }
        if chance(20), let tab = envelope.tabs.randomElement(using: &generator) {
            correction.removedTabs.append(tab.id)
        }
        if chance(20), var tab = envelope.tabs.randomElement(using: &generator) {
            tab.tooltip = "Here"
            correction.tabs.append(tab)
        }
        if chance(15), var document = envelope.documents.randomElement(using: &generator) {
            document.blob = hash()
            correction.documents.append(document)
        }
        if chance(10), let document = envelope.documents.randomElement(using: &generator) {
            correction.removedDocuments.append(document.id)
        }
        if chance(20) { correction.emailSubject = "S" + text() }
        return correction
    }
}
