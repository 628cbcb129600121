import Envelopes
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Placing tabs in requests")
struct RequestedPlaceTests {
    private static let page = PageSize(width: 612, height: 792)

    private func tab(_ kind: TabKind, _ frame: TabFrame) -> Envelopes.EnvelopeTab {
        EnvelopeTab(
            id: TabID(UUID()), kind: kind, documentID: "1", recipientID: "1", page: 1, frame: frame, label: "Here",
            choice: kind == .radio ? RadioChoice(group: "Term", value: "one") : nil)
    }

    private func definition(_ tab: Envelopes.EnvelopeTab) -> EnvelopeDefinition {
        EnvelopeDefinition(
            accountID: "a", sender: Sender(userID: "u", name: "n", email: "e@example.org"), emailSubject: "Lease",
            documents: [
                EnvelopeDocument(id: "1", name: "Lease.pdf", blob: BlobHash(of: Data()), pages: [Self.page], order: 1)
            ],
            recipients: [Recipient(id: "1", name: "Bo", email: "bo@example.org", routingOrder: 1)], tabs: [tab])
    }

    private func request(_ tab: Envelopes.EnvelopeTab) throws -> Wire.Tabs {
        let request = Wire.EnvelopeDefinition(requesting: definition(tab), sending: true) { _ in Data() }
        let again = try Wire.decode(Wire.EnvelopeDefinition.self, from: JSONEncoder().encode(request))
        return try #require(again.recipients?.signers?.first?.tabs)
    }

    @Test(
        "A tab that may be left empty is sent as one, and reads back so",
        arguments: [TabKind.signHere, .initialHere, .signerAttachment, .text, .list, .checkbox], [true, false])
    func optional(kind: TabKind, required: Bool) throws {
        var tab = tab(kind, TabFrame(x: 72, y: 100, width: 100, height: 20))
        tab.required = required
        if kind == .list { tab.options = [ListOption(text: "One", value: "1")] }
        let wire = try #require(try request(tab)[TabList(kind)].first)
        #expect(wire.optional == (kind.isArtwork || kind == .signerAttachment ? !required : nil))
        #expect(try wire.tab(of: TabList(kind), for: "1", id: TabID(UUID()), at: "tab").required == required)
    }

    @Test(
        "A scaled signature is sent with its scale and reads back at the same size",
        arguments: [0.5, 0.75, 1, 1.5, 4.0 / 3, 2], [TabKind.signHere, .initialHere])
    func scale(_ scale: Double, kind: TabKind) throws {
        let usual = TabDefaults.size(of: kind)
        let frame = TabFrame(x: 72, y: 100, width: usual.width * scale, height: usual.height * scale)
        let wire = try #require(try request(tab(kind, frame))[TabList(kind)].first)
        #expect(wire.scaleValue.map { abs($0 - scale) < 0.000_001 } == true)
        #expect(wire.width == usual.width && wire.height == usual.height)
        let back = try wire.tab(of: TabList(kind), for: "1", id: TabID(UUID()), at: "tab")
        #expect(abs(back.frame.width - frame.width) <= 0.001 && abs(back.frame.height - frame.height) <= 0.001)
        #expect(back.frame.x == 72 && back.frame.y == 100)
    }

    @Test(
        "A size that no scale gives is sent unchanged",
        arguments: [(120.0, 40.0), (300.0, 90.0), (30.0, 9.0)])
    func ownSize(_ width: Double, _ height: Double) throws {
        let frame = TabFrame(x: 10, y: 10, width: width, height: height)
        let wire = try #require(try request(tab(.signHere, frame))[.signHere].first)
        #expect(wire.scaleValue == nil && wire.width == width && wire.height == height)
        #expect(try wire.tab(of: .signHere, for: "1", id: TabID(UUID()), at: "tab").frame == frame)
    }

    @Test("Only signatures and initials have a scale")
    func otherKinds() throws {
        let frame = TabFrame(x: 10, y: 10, width: 320, height: 36)
        let wire = try #require(try request(tab(.text, frame))[.text].first)
        #expect(wire.scaleValue == nil && wire.width == 320 && wire.height == 36)
    }

    @Test(
        "Positions are rounded to whole points, and tabs stay on their page",
        arguments: [(72.5, 100.4, 73, 100), (491.6, 755.8, 491, 755), (0.2, 0.6, 0, 1), (491.4, 755.2, 491, 755)]
            as [(Double, Double, Double, Double)])
    func wholePoints(_ x: Double, _ y: Double, _ wholeX: Double, _ wholeY: Double) throws {
        let tab = tab(.signHere, TabFrame(x: x, y: y, width: 120.4, height: 36.2))
        let wire = try #require(try request(tab)[.signHere].first)
        #expect(wire.xPosition == wholeX && wire.yPosition == wholeY)
        let back = try wire.tab(of: .signHere, for: "1", id: TabID(UUID()), at: "tab")
        #expect(back.frame.lies(on: Self.page))
    }

    @Test("Radio button positions are rounded to whole points too")
    func radios() throws {
        let radio = try #require(
            try request(tab(.radio, TabFrame(x: 10.6, y: 20.4, width: 16, height: 16))).radioGroups.first?.radios?.first
        )
        #expect(radio.xPosition == 11 && radio.yPosition == 20)
    }
}
