import Ceremony
import Envelopes
import Foundation
import Testing

@testable import DeviceCalls

@Suite("Values from a device")
struct CommitValueTests {
    private func answer(_ value: String, height: Double) async throws -> HTTPReply {
        let device = try await Device { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind == .text {
                definition.tabs[index].frame = TabFrame(x: 100, y: 500, width: 90, height: height)
            }
        }
        let bo = EventActor(kind: .recipient, id: "1", name: "Bo Signer")
        let disclosure = try await device.desk.store(Device.agreement)
        let context = CommandContext(at: Device.start + 10, actor: bo)
        _ = try await device.desk.perform(.consent(recipientID: "1", disclosure: disclosure), context)
        let town = try #require(device.desk.known.envelope.tabs.first { $0.kind == .text })
        try await device.desk.force(.fieldFilled(recipientID: "1", tabID: town.id, value: value), by: bo)
        return try await Stage().sync(device)
    }

    @Test(
        "A value that the signing page would refuse is refused",
        arguments: [
            (String(repeating: "I owe nothing. ", count: 260), 12.0, "too small"), ("50\n00", 10, "second line"),
            ("a\rb", 10, "second line"), ("a\u{2028}b", 40, "control characters"),
        ])
    func refused(value: String, height: Double, words: String) async throws {
        try await answer(value, height: height).expectRefusal(422, "ENVELOPE_HISTORY_INVALID", containing: words)
    }

    @Test("A value of several lines is accepted where the field has room")
    func lines() async throws {
        #expect(try await answer("50\n00", height: 40).status == 200)
    }
}
