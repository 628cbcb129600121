import Envelopes
import Foundation
import SignedPDF
import Testing

@testable import Ceremony
@testable import TestSupport

/// One signer with radio buttons, a list, a field that hangs on a tick, and a group of checkboxes; a host; a copy.
private struct ChoiceScene {
    static let red = id(1), blue = id(2), land = id(3), news = id(4), shade = id(5), signature = id(6)
    let scene: Scene

    static func id(_ number: Int) -> String { "00000000-0000-4000-8000-00000000010\(number)" }

    /// - Parameter isRedLocked: whether the sender has chosen red, and leaves no choice.
    init(isRedLocked: Bool = false) throws {
        scene = try Scene(changing: { definition in
            func tab(_ id: String, _ kind: TabKind, _ label: String, y: Double, required: Bool = true) throws
                -> EnvelopeTab
            {
                EnvelopeTab(
                    id: try #require(TabID(rawValue: id)), kind: kind, documentID: "1", recipientID: "1", page: 1,
                    frame: TabFrame(x: 100, y: y, width: 120, height: 18), label: label, required: required)
            }
            var red = try tab(Self.red, .radio, "red", y: 100)
            red.choice = RadioChoice(group: "Colour", value: "red")
            (red.locked, red.value) = (isRedLocked, isRedLocked ? "true" : nil)
            var blue = try tab(Self.blue, .radio, "blue", y: 130)
            blue.choice = RadioChoice(group: "Colour", value: "blue")
            var land = try tab(Self.land, .list, "Land", y: 160)
            land.options = [ListOption(text: "Nederland", value: "nl"), ListOption(text: "Belgium", value: "be")]
            var news = try tab(Self.news, .checkbox, "News", y: 190, required: false)
            news.groupLabels = ["Topics"]
            var shade = try tab(Self.shade, .text, "Shade", y: 220)
            shade.condition = TabCondition(parentLabel: "Colour", parentValue: "blue")
            definition.tabs = [red, blue, land, news, shade, try tab(Self.signature, .signHere, "Sign", y: 300)]
            definition.tabGroups = [
                TabGroup(label: "Topics", recipientID: "1", rule: .selectAtLeast, minimum: 1, maximum: 1)
            ]
            definition.recipients[0].kind = .inPersonSigner
            definition.recipients[0].host = Recipient.Host(name: "Hal Host", email: "hal@example.com")
            definition.recipients.append(
                Recipient(id: "7", name: "Cy Copy", email: "cy@example.com", routingOrder: 2, kind: .carbonCopy))
        })
    }

    func fill(_ host: CeremonyHost, _ id: String, _ value: String) async -> HTTPReply {
        await host.send(.put, "fields/\(id)", #"{"value":"\#(value)"}"#)
    }
}

private struct ChoiceAnswer: Decodable {
    struct Tab: Decodable {
        let id: String
        let value: String?
        let shown: Bool
        let filled: Bool
        let locked: Bool
    }
    struct Group: Decodable {
        let label: String
        let rule: String
        let met: Bool
    }
    let tabs: [Tab]
    let groups: [Group]

    init(_ response: HTTPReply) throws {
        self = try JSONDecoder().decode(ChoiceAnswer.self, from: response.body)
    }

    func tab(_ id: String) -> Tab? { tabs.first { $0.id == id } }
}

@Suite("Choices in a ceremony")
struct ChoiceFinishTests {
    private func begun(_ choices: ChoiceScene) async -> CeremonyHost {
        let host = choices.scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        _ = await host.send(
            .put, "signature", #"{"kind":"signature","method":"typed","text":"Bo","face":"dancing-script"}"#)
        await host.placeEverywhere()
        return host
    }

    @Test("The page learns what is shown, what is chosen and which rule is unmet")
    func session() async throws {
        let choices = try ChoiceScene()
        let host = await begun(choices)
        var shown = try ChoiceAnswer(await host.get("session"))
        #expect(shown.tab(ChoiceScene.shade)?.shown == false)
        #expect(shown.groups.map(\.met) == [false])
        #expect(shown.groups.map(\.rule) == ["Tick at least 1."])
        shown = try ChoiceAnswer(await choices.fill(host, ChoiceScene.blue, "true"))
        #expect(shown.tab(ChoiceScene.shade)?.shown == true)
        shown = try ChoiceAnswer(await choices.fill(host, ChoiceScene.red, "true"))
        #expect(shown.tab(ChoiceScene.shade)?.shown == false)
        #expect(shown.tab(ChoiceScene.blue)?.value == "false")
        let refused = await choices.fill(host, ChoiceScene.land, "fr")
        #expect(refused.status == 400)
    }

    @Test("A signer cannot finish against a rule, and the sealed document has the choices")
    func finishing() async throws {
        let choices = try ChoiceScene()
        let host = await begun(choices)
        _ = await choices.fill(host, ChoiceScene.blue, "true")
        _ = await choices.fill(host, ChoiceScene.land, "be")
        var finish = await host.send(.post, "finish")
        #expect(try Answer(finish).error?.code == "required_fields_empty")
        #expect(try Answer(finish).error?.fields == [ChoiceScene.shade])
        _ = await choices.fill(host, ChoiceScene.shade, "navy")
        finish = await host.send(.post, "finish")
        #expect(try Answer(finish).error?.code == "groups_unmet")
        #expect(try Answer(finish).error?.fields == [ChoiceScene.news])
        _ = await choices.fill(host, ChoiceScene.news, "true")
        #expect(await host.send(.post, "finish").status == 200)

        let envelope = try await choices.scene.desk.envelope()
        #expect(envelope.status == .completed)
        #expect(envelope.state(of: "7")?.status == .completed)
        let sealed = try await choices.scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        let report = try await PDFDocument(sealed).verifySignatures(
            trusting: [choices.scene.authority.authority.certificate], at: choices.scene.now.addingTimeInterval(60))
        #expect(report.verdict == .valid, "\(report)")
        #expect(report.signatures.count == 2)
        #expect(sealed.range(of: Data("(Belgium)".utf8)) != nil)
        #expect(sealed.range(of: Data("(navy)".utf8)) != nil)
        let field = "countersign-\(ChoiceScene.red)"
        #expect(sealed.range(of: Data("(\(field))".utf8)) != nil)
        #expect(sealed.range(of: Data("/V/1".utf8)) != nil || sealed.range(of: Data("/V /1".utf8)) != nil)
    }

    @Test("A value whose condition is no longer met leaves no trace in the document")
    func hidden() async throws {
        let choices = try ChoiceScene()
        let host = await begun(choices)
        _ = await choices.fill(host, ChoiceScene.blue, "true")
        _ = await choices.fill(host, ChoiceScene.shade, "navy")
        _ = await choices.fill(host, ChoiceScene.red, "true")
        _ = await choices.fill(host, ChoiceScene.land, "be")
        _ = await choices.fill(host, ChoiceScene.news, "true")
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await choices.scene.desk.envelope()
        let sealed = try await choices.scene.desk.blob(try #require(envelope.latestVersion(of: "1")))
        #expect(sealed.range(of: Data("(navy)".utf8)) == nil)
        let certificate = try await choices.scene.desk.blob(try #require(envelope.certificate))
        let reported = try await Shown.text(of: certificate, pages: try PDFDocument(certificate).pageCount())
        #expect(!reported.contains("navy"))
        #expect(reported.contains("filled in “Shade”, but the final document does not show it."))
        #expect(reported.contains("Copy released"))
    }

    @Test("A value for a hidden field is refused, and the page gets the error")
    func refusedHidden() async throws {
        let choices = try ChoiceScene()
        let host = await begun(choices)
        let refused = await choices.fill(host, ChoiceScene.shade, "navy")
        #expect(refused.status == 409)
        #expect(try Answer(refused).error?.code == "field_hidden")
        let shown = try ChoiceAnswer(await choices.fill(host, ChoiceScene.blue, "true"))
        #expect(shown.tab(ChoiceScene.shade)?.value == "")
    }

    @Test("A choice that the sender locked stays, and the page shows it as locked", arguments: [false, true])
    func lockedChoice(isLocked: Bool) async throws {
        let choices = try ChoiceScene(isRedLocked: isLocked)
        let host = await begun(choices)
        let session = try ChoiceAnswer(await host.get("session"))
        #expect(session.tab(ChoiceScene.blue)?.locked == isLocked && session.tab(ChoiceScene.land)?.locked == false)
        let answer = await choices.fill(host, ChoiceScene.blue, "true")
        #expect(try isLocked ? Answer(answer).error?.code == "field_locked" : answer.status == 200)
    }

    @Test("A hidden radio group leaves no circles in the document, with fields or with signatures")
    func hiddenCircles() async throws {
        let news = try #require(TabID(rawValue: ChoiceScene.news))
        let scene = try Scene(changing: { definition in
            var tab = definition.tabs[0]
            tab.id = news
            (tab.kind, tab.label, tab.required) = (.checkbox, "News", false)
            var button = tab
            button.id = TabID(UUID())
            (button.kind, button.label) = (.radio, "daily")
            button.choice = RadioChoice(group: "How often", value: "daily")
            button.condition = TabCondition(parentLabel: "News", parentValue: TabCondition.on)
            definition.tabs += [tab, button]
        })
        let envelope = try await scene.desk.envelope()
        let document = try #require(envelope.documents.first)
        let fields = try await RecipientFields(
            recipient: try #require(envelope.recipients.first), document: document, envelope: envelope, values: [:],
            artwork: AdoptedArtwork(of: "1", in: envelope, blobs: scene.desk.ledger.blobs), typesetter: scene.typesetter
        )
        let placed = RecipientFields.awaited(on: document, from: "1", in: envelope) + fields.filled
        let circles = placed.compactMap { field -> [RadioWidget]? in
            if case .radio(let buttons, _) = field.content { buttons } else { nil }
        }
        #expect(circles.count == 2 && circles.joined().allSatisfy { !$0.showsEmptyCircle })
        #expect(fields.signaturesByPage.allSatisfy { $0.label?.contains("How often") != true })
        let drawings = fields.signaturesByPage.compactMap { field -> [SignaturePart]? in
            if case .composed(let parts) = field.appearance { parts } else { nil }
        }.joined().filter { if case .drawing = $0.content { true } else { false } }
        #expect(drawings.isEmpty)
    }
}
