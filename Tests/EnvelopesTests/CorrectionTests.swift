import Essentials
import Foundation
import Testing

@testable import Envelopes
@testable import TestSupport

@Suite("What the sender corrects")
struct CorrectionTests {
    /// Bo signs, then Zoë; both get mail.
    private static func definition() -> EnvelopeDefinition {
        var definition = Samples.definition()
        for index in definition.recipients.indices { definition.recipients[index].clientUserID = nil }
        return definition
    }

    private func sent() throws -> History { try Samples.sent(Self.definition()) }

    private func changed(_ id: RecipientID, in history: History, _ change: (inout Recipient) -> Void) throws
        -> Correction
    {
        var recipient = try #require(history.envelope.recipient(id))
        change(&recipient)
        return Correction(recipients: [recipient])
    }

    private func notices(_ history: History) throws -> [Notice] {
        let last = try #require(history.events.last)
        return Notice.all(for: last, try History(Array(history.events.dropLast())).envelope, history.envelope)
    }

    /// Bo has signed, and it is Zoë's turn.
    private func halfSigned() throws -> History {
        var history = try Samples.ready()
        try history.perform(
            .sign(
                recipientID: "1", documents: ["1": Samples.blob("v1")], values: [Samples.tabID(2): "21 November 2026"],
                shown: history.envelope.everyPage), by: Samples.signer("1"), minute: 10)
        return history
    }

    @Test(
        "A correction changes the subject, the message, the reminders and the custom fields, in a draft and after sending"
    )
    func texts() throws {
        for send in [false, true] {
            var history = try History(
                decide(.create(Samples.envelopeID, Self.definition(), send: send), nil, Samples.context()))
            let fields = [CustomField(id: "1", name: "Deal", value: "77")]
            let reminders = NotificationSettings(reminders: .init(delay: 1, frequency: 2))
            let correction = Correction(
                emailSubject: "New lease", emailBlurb: "Please", notification: reminders, customFields: fields,
                replyTo: ReplyTo(email: "desk@example.org", name: "Desk"))
            #expect(try history.perform(.correct(correction)) == 1)
            let definition = history.envelope.definition
            #expect(definition.emailSubject == "New lease" && definition.emailBlurb == "Please")
            #expect(definition.notification == reminders && definition.customFields == fields)
            #expect(definition.replyTo?.email == "desk@example.org")
            #expect(try history.perform(.correct(correction)) == 0)
            try history.perform(.correct(Correction(cleared: [.emailBlurb, .notification, .replyTo])))
            #expect(history.envelope.emailBlurb == nil && history.envelope.definition.notification == nil)
            #expect(history.envelope.definition.replyTo == nil)
            #expect(try notices(history) == [])
        }
    }

    @Test("A person with another name, address or code begins again, and their entries are kept")
    func changedPerson() throws {
        let changes: [(inout Recipient) -> Void] = [
            { $0.name = "Bob" }, { $0.email = "bob@example.org" }, { $0.needsMailCode = true },
            { $0.accessCode = AccessCode("x", salt: "y") },
        ]
        for change in changes {
            var history = try Samples.ready()
            try history.perform(.correct(try changed("1", in: history, change)))
            let state = try #require(history.envelope.state(of: "1"))
            #expect(state.status == .sent && state.sentAt == history.envelope.lastModifiedAt)
            #expect(!state.hasConsented && state.signature == nil && state.identifications.isEmpty)
            #expect(state.values[Samples.tabID(4)] == "Utrecht" && state.values[Samples.tabID(1)] == nil)
            #expect(state.beganAgain == history.envelope.lastSequence)
            #expect(throws: EnvelopeError.self) {
                try history.perform(
                    .sign(recipientID: "1", documents: ["1": Samples.blob("v")], shown: history.envelope.everyPage),
                    by: Samples.signer("1"))
            }
        }
    }

    @Test("What stays grows from sending to the first opening and the first signature")
    func fixedParts() throws {
        #expect(
            try sent().envelope.fixedParts
                == FixedParts(documents: [], closesDocuments: false, fieldsOf: [], finished: []))
        let documents = Set(try sent().envelope.documents.map(\.id))
        #expect(
            try Samples.ready().envelope.fixedParts
                == FixedParts(documents: documents, closesDocuments: false, fieldsOf: [], finished: []))
        #expect(
            try halfSigned().envelope.fixedParts
                == FixedParts(documents: documents, closesDocuments: true, fieldsOf: ["1"], finished: ["1"]))
    }

    @Test("A message that comes back from the earlier address does not mark the new one")
    func earlierAddress() throws {
        var history = try sent()
        let bounce = {
            Command.noteUndelivered(
                Undelivered(message: .invitation, recipientID: "1", address: $0, reason: "No mailbox."))
        }
        try history.perform(bounce("bo@example.org"))
        #expect(history.envelope.state(of: "1")?.status == .autoResponded)
        try history.perform(.correct(try changed("1", in: history) { $0.email = "bob@example.org" }))
        #expect(history.envelope.state(of: "1")?.status == .sent)
        try history.perform(bounce("bo@example.org"))
        #expect(history.envelope.state(of: "1")?.status == .sent)
        try history.perform(bounce("bob@example.org"))
        #expect(history.envelope.state(of: "1")?.status == .autoResponded)
    }

    @Test("A person whose note or order alone changes keeps what they have done")
    func unchangedAct() throws {
        var history = try Samples.ready()
        let before = history.envelope.state(of: "1")
        try history.perform(.correct(try changed("1", in: history) { $0.note = "Hello" }))
        #expect(history.envelope.state(of: "1") == before)
    }

    @Test("Recipients with a new address are invited; others get a message only if they have to look again")
    func invitations() throws {
        var definition = Self.definition()
        definition.recipients[1].routingOrder = 1
        var history = try Samples.sent(definition)
        try history.perform(.correct(try changed("1", in: history) { $0.email = "bob@example.org" }))
        #expect(try notices(history) == [Notice(.invitation, to: "1")])
        #expect(history.envelope.state(of: "1")?.readdressed == history.envelope.lastSequence)
        try history.perform(.correct(try changed("1", in: history) { $0.name = "Bob" }))
        #expect(try notices(history) == [])
        try history.perform(.correct(Correction(tabs: [Samples.tab(20, .text, for: "2")])))
        #expect(try notices(history) == [Notice(.corrected, to: "2")])
        try history.perform(.correct(Correction(documents: [Samples.document("2", order: 2)])))
        #expect(try notices(history) == [Notice(.corrected, to: "1"), Notice(.corrected, to: "2")])
        try history.perform(.correct(Correction(emailSubject: "Other")))
        #expect(try notices(history) == [])
    }

    @Test("A new recipient of the current order is called, and the next order once the last of it is removed")
    func addedRecipient() throws {
        var history = try sent()
        let cy = Recipient(id: "3", name: "Cy", email: "cy@example.org", routingOrder: 1)
        try history.perform(.correct(Correction(recipients: [cy], tabs: [Samples.tab(30, .signHere, for: "3")])))
        #expect(history.envelope.isTurn(of: "3") && history.envelope.state(of: "3")?.status == .sent)
        #expect(try notices(history) == [Notice(.invitation, to: "3")])
        try history.perform(.correct(Correction(removedRecipients: ["1", "3"])))
        #expect(history.envelope.isTurn(of: "2") && history.envelope.state(of: "1") == nil)
        #expect(history.envelope.tabs.allSatisfy { $0.recipientID == "2" })
        #expect(try notices(history).map(\.recipientID) == ["2"])
    }

    @Test("Recipients who now come later lose their turn until it is theirs again")
    func laterTurn() throws {
        var history = try Samples.ready()
        let first = Recipient(id: "3", name: "Cy", email: "cy@example.org", routingOrder: 1)
        let later = try changed("1", in: history) { $0.routingOrder = 5 }
        try history.perform(
            .correct(
                Correction(recipients: [first] + later.recipients, tabs: [Samples.tab(30, .signHere, for: "3")])))
        #expect(!history.envelope.isTurn(of: "1") && history.envelope.state(of: "1")?.status == .created)
        #expect(history.envelope.state(of: "1")?.hasConsented == true)
        #expect(history.envelope.isTurn(of: "3"))
        #expect(throws: EnvelopeError.notRecipientsTurn("1")) {
            try history.perform(.decline(recipientID: "1", reason: "no"), by: Samples.signer("1"))
        }
    }

    @Test("An envelope that everybody had opened waits for a new recipient")
    func openedEnvelope() throws {
        var definition = Self.definition()
        definition.recipients[1].routingOrder = 1
        var history = try Samples.sent(definition)
        for id in ["1", "2"] as [RecipientID] { try history.perform(.view(recipientID: id), by: Samples.signer(id)) }
        #expect(history.envelope.status == .delivered)
        let cy = Recipient(id: "3", name: "Cy", email: "cy@example.org", routingOrder: 1)
        try history.perform(.correct(Correction(recipients: [cy], tabs: [Samples.tab(30, .signHere, for: "3")])))
        #expect(history.envelope.status == .sent)
        try history.perform(.correct(Correction(removedRecipients: ["3"])))
        #expect(history.envelope.status == .delivered)
    }

    // MARK: - What cannot change

    @Test("A correction changes nobody who has finished and puts nobody before them")
    func finishedRecipients() throws {
        var history = try halfSigned()
        #expect(throws: EnvelopeError.alreadyFinished("1")) {
            try history.perform(.correct(try changed("1", in: history) { $0.name = "Bob" }))
        }
        #expect(throws: EnvelopeError.alreadyFinished("1")) {
            try history.perform(.correct(Correction(removedRecipients: ["1"])))
        }
        let copy = Recipient(id: "9", name: "Cy", email: "cy@example.org", routingOrder: 1, kind: .carbonCopy)
        var definition = Self.definition()
        definition.recipients[0].routingOrder = 2
        definition.recipients[1].routingOrder = 3
        var later = try Samples.sent(definition)
        try sign("1", ["1": Samples.blob("v1")], &later)
        #expect(throws: EnvelopeError.orderPassed("9", 2)) {
            try later.perform(.correct(Correction(recipients: [copy])))
        }
        #expect(throws: EnvelopeError.orderPassed("2", 2)) {
            try later.perform(.correct(try changed("2", in: later) { $0.routingOrder = 1 }))
        }
        // Beside those who have finished is possible.
        try later.perform(.correct(try changed("2", in: later) { $0.routingOrder = 2 }))
        #expect(later.envelope.isTurn(of: "2"))
    }

    @Test("The last signer cannot be removed")
    func lastSigner() throws {
        var history = try sent()
        try history.perform(.correct(Correction(removedRecipients: ["1"])))
        #expect(throws: EnvelopeError.nobodyLeftToSign) {
            try history.perform(.correct(Correction(removedRecipients: ["2"])))
        }
        var definition = Self.definition()
        definition.documents.append(Samples.document("2", order: 2))
        definition.tabs.removeAll { $0.recipientID == "2" }
        definition.tabs.append(Samples.tab(9, .signHere, for: "2", on: "2"))
        var half = try Samples.sent(definition)
        try sign("1", ["1": Samples.blob("v1")], &half)
        #expect(throws: EnvelopeError.nobodyLeftToSign) {
            try half.perform(.correct(Correction(removedRecipients: ["2"])))
        }
    }

    @Test("The fields of a document that somebody has signed cannot be changed")
    func signedDocument() throws {
        var history = try halfSigned()
        for correction in [
            Correction(tabs: [Samples.tab(40, .text, for: "2")]), Correction(removedTabs: [Samples.tabID(9)]),
            Correction(tabs: [Samples.tab(9, .signHere, for: "2", page: 2)]),
        ] {
            #expect(throws: EnvelopeError.fieldsFixed("1")) { try history.perform(.correct(correction)) }
        }
        #expect(throws: EnvelopeError.documentsFixed) {
            try history.perform(.correct(Correction(documents: [Samples.document("2", order: 2)])))
        }
    }

    @Test("Documents can be replaced and removed until somebody opens them, and added until somebody signs")
    func documents() throws {
        var history = try sent()
        var document = Samples.document("1")
        document.blob = Samples.blob("better")
        try history.perform(.correct(Correction(documents: [document, Samples.document("2", order: 2)])))
        #expect(history.envelope.versions == ["1": [Samples.blob("better")], "2": [Samples.blob("document 2")]])
        #expect(history.events.last?.body.blobs == [Samples.blob("better"), Samples.blob("document 2")])
        try history.perform(.correct(Correction(removedDocuments: ["2"])))
        #expect(history.envelope.versions.keys.sorted() == ["1"])
        try history.perform(.view(recipientID: "1"), by: Samples.signer("1"))
        document.blob = Samples.blob("best")
        #expect(throws: EnvelopeError.documentOpened("1")) {
            try history.perform(.correct(Correction(documents: [document])))
        }
        try history.perform(.correct(Correction(documents: [Samples.document("2", order: 2)])))
        #expect(throws: EnvelopeError.documentOpened("2")) {
            try history.perform(.correct(Correction(removedDocuments: ["2"])))
        }
        // Another person in their place has not opened them, but somebody has.
        try history.perform(.correct(try changed("1", in: history) { $0.email = "x@example.org" }))
        #expect(throws: EnvelopeError.documentOpened("2")) {
            try history.perform(.correct(Correction(removedDocuments: ["2"])))
        }
    }

    @Test("A changed field loses its value and has to be filled in again")
    func changedField() throws {
        var history = try Samples.ready()
        var tab = try #require(history.envelope.tab(Samples.tabID(4)))
        tab.maxLength = 3
        try history.perform(.correct(Correction(tabs: [tab])))
        #expect(history.envelope.state(of: "1")?.values[Samples.tabID(4)] == nil)
        #expect(history.envelope.state(of: "1")?.values[Samples.tabID(5)] == "true")
    }

    @Test(
        "A correction is refused if it makes an envelope invalid, names unknown parts, comes too late or is a recipient's"
    )
    func refusals() throws {
        var history = try sent()
        #expect(throws: EnvelopeError.self) {
            try history.perform(.correct(try changed("1", in: history) { $0.email = "nobody" }))
        }
        #expect(throws: EnvelopeError.unknownTab(Samples.tabID(99))) {
            try history.perform(.correct(Correction(removedTabs: [Samples.tabID(99)])))
        }
        #expect(throws: EnvelopeError.unknownRecipient("8")) {
            try history.perform(.correct(Correction(removedRecipients: ["8"])))
        }
        #expect(throws: EnvelopeError.self) {
            try history.perform(.correct(Correction(emailSubject: "Mine")), by: Samples.signer("1"))
        }
        #expect(throws: EnvelopeError.invalid([.replyToNotAnEmail("x")])) {
            try history.perform(.correct(Correction(replyTo: ReplyTo(email: "x"))))
        }
        try history.perform(.void(reason: "wrong"))
        #expect(throws: EnvelopeError.wrongStatus(.voided, .corrected)) {
            try history.perform(.correct(Correction(emailSubject: "Late")))
        }
    }

    @Test("A correction's JSON is read back the same and has only what changes")
    func roundTrip() throws {
        let correction = Correction(
            recipients: [Recipient(id: "1", name: "Bo", email: "b@example.org")], removedRecipients: ["2"],
            documents: [Samples.document("1")], removedDocuments: ["2"], tabs: [Samples.tab(1, .text)],
            removedTabs: [Samples.tabID(2)],
            tabGroups: [TabGroup(label: "B", recipientID: "1", rule: .selectAtMost, minimum: 0, maximum: 1)],
            emailSubject: "S", emailBlurb: "B", notification: .standard, customFields: [],
            replyTo: ReplyTo(email: "a@b.c"), cleared: [.notification])
        let lock = EditLock(by: Samples.ada, at: Samples.start, seconds: 60, app: "App", token: Samples.blob("t"))
        for body in [EventBody.corrected(correction), .corrected(Correction()), .locked(lock), .unlocked] {
            #expect(try CanonicalJSON.value(EventBody.self, from: CanonicalJSON.bytes(of: body)) == body)
        }
        let empty = String(decoding: try CanonicalJSON.bytes(of: EventBody.corrected(Correction())), as: UTF8.self)
        #expect(empty == #"{"correction":{},"type":"corrected"}"#)
    }

    // MARK: - The lock

    private func lock(_ seconds: Int = 300, token: String = "secret", minute: Int = 30) -> EditLock {
        EditLock(
            by: Samples.ada, at: Samples.context(minute: minute).at, seconds: seconds, app: "App",
            token: Samples.blob(token))
    }

    private func perform(
        _ command: Command, _ history: inout History, minute: Int, token: String? = nil,
        by actor: EventActor = Samples.sender
    ) throws {
        var context = Samples.context(actor, minute: minute)
        context.editToken = token.map(Samples.blob)
        try history.append(decide(command, history.envelope, context))
    }

    @Test("A lock keeps other senders and all recipients from changing anything until it ends")
    func editLock() throws {
        var history = try Samples.ready()
        try perform(.lock(lock()), &history, minute: 30)
        let held = try #require(history.envelope.lock)
        let subject = Command.correct(Correction(emailSubject: "Other"))
        for command in [subject, .void(reason: "x"), .unlock, .notify(recipientIDs: ["1"], message: .invitation)] {
            #expect(throws: EnvelopeError.notLockOwner(held)) { try perform(command, &history, minute: 31) }
            #expect(throws: EnvelopeError.notLockOwner(held)) {
                try perform(command, &history, minute: 31, token: "other")
            }
        }
        let everyPage = history.envelope.everyPage
        for command in [
            Command.fill(recipientID: "1", tabID: Samples.tabID(4), value: "Gouda"),
            .decline(recipientID: "1", reason: "no"),
            .sign(recipientID: "1", documents: ["1": Samples.blob("v1")], shown: everyPage),
        ] {
            #expect(throws: EnvelopeError.beingChanged(held)) {
                try perform(command, &history, minute: 31, by: Samples.signer("1"))
            }
        }
        #expect(throws: EnvelopeError.beingChanged(held)) {
            _ = try history.envelope.maySign(
                "1", shown: everyPage, Samples.context(Samples.signer("1"), minute: 31))
        }
        try perform(.finishLater(recipientID: "1"), &history, minute: 31, by: Samples.signer("1"))
        try perform(subject, &history, minute: 31, token: "secret")
        // Its time is over.
        try perform(
            .fill(recipientID: "1", tabID: Samples.tabID(4), value: "Gouda"), &history, minute: 35,
            by: Samples.signer("1"))
    }

    @Test("A lock is extended by its holder, taken over by nobody, and released")
    func lockHolder() throws {
        var history = try sent()
        try perform(.lock(lock(60)), &history, minute: 30)
        let held = try #require(history.envelope.lock)
        #expect(throws: EnvelopeError.alreadyLocked(held)) {
            try perform(.lock(lock(token: "mine")), &history, minute: 30)
        }
        #expect(throws: EnvelopeError.notLockOwner(held)) {
            try perform(.lock(lock(token: "mine")), &history, minute: 30, token: "mine")
        }
        try perform(.lock(lock(600)), &history, minute: 30, token: "secret")
        #expect(history.envelope.lock(at: Samples.context(minute: 39).at) != nil)
        #expect(history.envelope.lock(at: Samples.context(minute: 40).at) == nil)
        try perform(.unlock, &history, minute: 32, token: "secret")
        #expect(history.envelope.lock == nil)
        #expect(throws: EnvelopeError.notLocked) { try perform(.unlock, &history, minute: 32, token: "secret") }
        for seconds in [59, 601, -1] {
            #expect(throws: EnvelopeError.lockTimeOutOfRange(seconds)) {
                try perform(.lock(lock(seconds)), &history, minute: 33)
            }
        }
        try perform(.void(reason: "x"), &history, minute: 34)
        #expect(throws: EnvelopeError.wrongStatus(.voided, .locked)) {
            try perform(.lock(lock()), &history, minute: 34)
        }
    }

    private func sign(_ id: RecipientID, _ documents: [DocumentID: BlobHash], _ history: inout History) throws {
        try history.perform(.consent(recipientID: id, disclosure: Samples.disclosure), by: Samples.signer(id))
        try history.perform(
            .adopt(recipientID: id, kind: .signature, artwork: Samples.blob("ink"), method: .typed),
            by: Samples.signer(id))
        for tab in history.envelope.missingTabs(of: id) {
            try history.perform(
                .fill(recipientID: id, tabID: tab.id, value: tab.kind == .text ? "Ghent" : "true"),
                by: Samples.signer(id))
        }
        try history.perform(
            .sign(recipientID: id, documents: documents, shown: history.envelope.everyPage), by: Samples.signer(id))
    }
}
