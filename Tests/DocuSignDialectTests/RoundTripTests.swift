import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect
@testable import TestSupport

/// Wire → domain → wire keeps every member that the dialect claims to support.
@Suite("Requests and answers")
struct RoundTripTests {
    @Test("Every supported member of a random request comes back in the answer", arguments: 0..<60)
    func randomRequest(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let given = RandomRequest.definition(&generator)
        // Through bytes first, written as strings, so that reading and writing are part of it.
        let wire = try Wire.decode(Wire.EnvelopeDefinition.self, from: JSONEncoder().encode(given))
        let documents = try wire.receivedDocuments()
        #expect(documents.map(\.bytes) == given.documents?.compactMap { Data(base64Encoded: $0.documentBase64 ?? "") })
        var number = 0
        let definition = try wire.definition(
            accountID: "a-1", sender: Samples.sender,
            documents: documents.map { $0.document(pages: [PageSize(width: 2000, height: 2000)]) },
            newTabID: {
                number += 1
                return Samples.tabID(number)
            })
        #expect(definition.problems(whenSending: true) == [])
        let command = Command.create(Samples.envelopeID, definition, send: true)
        let events = try decide(command, nil, CommandContext(at: Samples.start, actor: Samples.actor))
        let answer = Wire.Envelope(try History(events).envelope, including: Set(Wire.Envelope.Part.allCases))
        let back = try JSONDecoder().decode(Wire.Envelope.self, from: JSONEncoder().encode(answer))
        #expect(back == answer)

        #expect(back.emailSubject == given.emailSubject)
        #expect(back.emailBlurb == given.emailBlurb)
        #expect(back.transactionId == given.transactionId)
        #expect(back.customFields == given.customFields)
        #expect(back.envelopeDocuments?.map(\.documentId) == given.documents?.map(\.documentId))
        #expect(back.envelopeDocuments?.map(\.name) == given.documents?.map(\.name))
        #expect(back.envelopeDocuments?.map(\.order) == given.documents?.map { $0.order.map { String($0) } })
        let signers = try #require(back.recipients?.signers)
        #expect(signers.count == given.recipients?.signers?.count)
        for (back, given) in zip(signers, given.recipients?.signers ?? []) {
            var bare = back
            bare.tabs = given.tabs
            bare.progress = nil
            #expect(bare == given)
            // Bytes too, because Swift takes two ways of writing an accented letter for the same.
            #expect(try bytes(bare) == bytes(given))
            for list in TabList.allCases {
                let kept = (back.tabs?[list] ?? []).map { RandomRequest.withoutAnswers($0, list.kind) }
                #expect(kept == given.tabs?[list] ?? [])
            }
        }
    }
}

private func bytes(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
}

private enum RandomRequest {
    static func definition(_ generator: inout SeededGenerator) -> Wire.EnvelopeDefinition {
        let documents = Int.random(in: 1...3, using: &generator)
        let signers = Int.random(in: 1...4, using: &generator)
        return Wire.EnvelopeDefinition(
            status: "sent", emailSubject: text(&generator), emailBlurb: maybe(&generator) { text(&$0) },
            documents: (1...documents).map { number in
                Wire.Document(
                    documentId: "d\(number)", name: text(&generator),
                    fileExtension: maybe(&generator) { _ in "pdf" },
                    documentBase64: Data(text(&generator).utf8).base64EncodedString(), order: number * 2)
            },
            recipients: Wire.Recipients(
                signers: (1...signers).map { signer($0, documents: documents, &generator) }),
            customFields: Wire.CustomFields(
                textCustomFields: (0..<Int.random(in: 0...3, using: &generator)).map {
                    Wire.TextCustomField(
                        fieldId: "f\($0)", name: text(&generator), value: text(&generator),
                        show: .random(using: &generator), required: .random(using: &generator))
                },
                listCustomFields: (0..<Int.random(in: 0...2, using: &generator)).map {
                    let items = [text(&generator), text(&generator) + "2"]
                    return Wire.ListCustomField(
                        fieldId: "l\($0)", name: text(&generator), value: items[1], listItems: items,
                        show: .random(using: &generator), required: .random(using: &generator))
                }),
            transactionId: maybe(&generator) { text(&$0) })
    }

    private static func signer(_ number: Int, documents: Int, _ generator: inout SeededGenerator) -> Wire.Signer {
        var tabs = Wire.Tabs()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let list = TabList.allCases.randomElement(using: &generator) ?? .text
            tabs[list].append(tab(list, recipient: "\(number)", documents: documents, &generator))
        }
        return Wire.Signer(
            recipientId: "\(number)", name: text(&generator), email: "s\(number)@example.org",
            routingOrder: Int.random(in: 1...9, using: &generator), clientUserId: maybe(&generator) { text(&$0) },
            note: maybe(&generator) { text(&$0) }, tabs: tabs)
    }

    private static func tab(
        _ list: TabList, recipient: String, documents: Int, _ generator: inout SeededGenerator
    ) -> Wire.Tab {
        var tab = Wire.Tab()
        tab.documentId = "d\(Int.random(in: 1...documents, using: &generator))"
        tab.recipientId = recipient
        tab.pageNumber = 1
        tab.xPosition = length(&generator)
        tab.yPosition = length(&generator)
        tab.width = length(&generator, from: 1)
        tab.height = length(&generator, from: 1)
        tab.tabLabel = text(&generator)
        tab.tooltip = maybe(&generator) { text(&$0) }
        tab.name = tab.tooltip
        tab.fontSize = maybe(&generator) { ["size7", "size9", "size72"].randomElement(using: &$0) ?? "size8" }
        switch list.kind {
        case .signHere, .initialHere, .signerAttachment:
            tab.optional = .random(using: &generator)
        case .text:
            tab.required = .random(using: &generator)
            tab.locked = .random(using: &generator)
            tab.maxLength = maybe(&generator) { Int.random(in: 40...4000, using: &$0) }
            if list.validation == nil { tab.value = maybe(&generator) { text(&$0) } }
        case .checkbox:
            tab.required = .random(using: &generator)
            tab.locked = .random(using: &generator)
            tab.selected = .random(using: &generator)
        case .list:
            tab.required = .random(using: &generator)
            tab.locked = .random(using: &generator)
            let values = (0..<Int.random(in: 1...4, using: &generator)).map { "v\($0)" }
            tab.listItems = values.map { Wire.ListItem(text: text(&generator), value: $0) }
            tab.value = maybe(&generator) { values.randomElement(using: &$0) ?? "v0" }
        case .dateSigned, .fullName, .email, .radio:
            break
        }
        return tab
    }

    /// What an answer adds is taken away; what the sender gave stays.
    static func withoutAnswers(_ tab: Wire.Tab, _ kind: TabKind) -> Wire.Tab {
        var tab = tab
        tab.tabId = nil
        tab.tabType = nil
        tab.status = nil
        tab.originalValue = nil
        tab.listItems = tab.listItems?.map { Wire.ListItem(text: $0.text, value: $0.value) }
        if !kind.isFilledByHand || tab.value == "" { tab.value = nil }
        return tab
    }

    private static func maybe<Value>(
        _ generator: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value
    ) -> Value? {
        Bool.random(using: &generator) ? make(&generator) : nil
    }

    /// To a thousandth of a point.
    private static func length(_ generator: inout SeededGenerator, from least: Int = 0) -> Double {
        Double(Int.random(in: least...900_000, using: &generator)) / 1000
    }

    private static func text(_ generator: inout SeededGenerator) -> String {
        let letters = ["a", "é", "\"", "\\", "😀", "/", "e\u{301}", "Ж", "<", "true", "1"]
        return "x"
            + (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
                letters.randomElement(using: &generator)
            }.joined()
    }
}
