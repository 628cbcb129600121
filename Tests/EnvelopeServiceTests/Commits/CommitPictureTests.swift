import EnvelopeService
import Envelopes
import Foundation
import Testing
import Typesetting

@Suite("Pictures of field values from a device")
struct CommitPictureTests {
    private static let code = "ENVELOPE_HISTORY_INVALID"
    private static let stated = "Не платит 5000 ₽"

    /// Serifs where the service has none.
    static func otherFonts() throws -> HarfBuzzTypesetter {
        let order = FontOrder(families: [
            "DejaVu Serif", "Noto Serif", "Noto Serif CJK JP", "Noto Naskh Arabic", "Noto Serif Hebrew",
            "Noto Serif Devanagari", "Noto Serif Thai",
        ])
        return try HarfBuzzTypesetter(order: order)
    }

    private static let towns = [
        "Łódź", stated, "京都府 2丁目", "קריית שמונה 7", "القاهرة الله 12", "हिन्दी क्षत्रिय", "กรุงเทพฯ น้ำ", "Việt Nam ẞ",
    ]

    /// The labels of the tabs that the service notes as drawn in fonts of the device.
    static func noted(_ device: Device, by stage: Stage) async throws -> [String] {
        let history = try await stage.history(device.id)
        return history.events.flatMap { event -> [TabID] in
            if case .historyTaken(_, _, _, _, let tabs) = event.body { tabs } else { [] }
        }.compactMap { history.envelope.tab($0)?.label }
    }

    @Test("Text in fonts that the service lacks is accepted and noted, in every script", arguments: towns)
    func otherFonts(town: String) async throws {
        let device = try await Device()
        try await device.sign("1", town: town, typesetter: Self.otherFonts())
        let stage = try Stage()
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
        let noted = try await Self.noted(device, by: stage)
        #expect(noted == ["Town"])
    }

    @Test("Text in the service's own fonts is compared with the service's drawing and not noted", arguments: towns)
    func sameFonts(town: String) async throws {
        let device = try await Device()
        try await device.sign("1", town: town)
        let stage = try Stage()
        #expect(try await stage.sync(device)["status"] == "completed")
        #expect(try await Self.noted(device, by: stage).isEmpty)
    }

    @Test("A service that accepts only its own fonts refuses others", arguments: [stated, "القاهرة"])
    func ownFonts(town: String) async throws {
        let device = try await Device()
        let other = try Device(device.desk.known, blobs: device.desk.blobs, key: device.desk.key)
        try await device.sign("1", town: town)
        try await other.sign("1", town: town, typesetter: Self.otherFonts())
        let stage = try Stage { $0.commits.takesOtherFonts = false }
        try await stage.sync(other).expectRefusal(422, Self.code, containing: "“Town” in document 1 is drawn in fonts")
        #expect(try await stage.sync(device)["status"] == "completed")
    }

    @Test(
        "Text in several lines is accepted, whatever fonts the device and service have",
        arguments: [
            "None of the above applies to the boat, which stays with the seller until the last of the payments is made",
            "Не платит 5000 ₽, пока товар не доставлен полностью и в срок, указанный в приложении к договору",
            "第一条 甲は乙に対し本物件を引き渡すものとし乙はこれを受領したときは直ちに検査を行うものとする",
            "لا تسري الأحكام المذكورة أعلاه على القارب الذي يبقى لدى البائع حتى آخر دفعة من الثمن 5000",
        ])
    func lines(text: String) async throws {
        for (typesetter, stage) in [
            (try HarfBuzzTypesetter(), try Stage()), (try Self.otherFonts(), try Stage()),
            (try HarfBuzzTypesetter(), try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))),
        ] as [(any Typesetter, Stage)] {
            let device = try await Self.device(text, height: 60)
            try await device.sign("1", typesetter: typesetter)
            let answer = try await stage.sync(device)
            #expect(answer["status"] == "completed", "\(answer.text)")
        }
    }

    /// A device on which the sender's own locked text is to be set.
    private static func device(_ text: String, height: Double = 30) async throws -> Device {
        try await Device { definition in
            for index in definition.tabs.indices where definition.tabs[index].kind == .text {
                definition.tabs[index].value = text
                definition.tabs[index].locked = true
                definition.tabs[index].frame = TabFrame(x: 100, y: 500, width: height > 30 ? 180 : 90, height: height)
            }
            definition.tabs.removeAll { $0.kind == .dateSigned }
        }
    }

    @Test(
        "Hidden, overlapping or swapped letters are found, also in the sender's text",
        arguments: LyingTypesetter.Way.allCases)
    func lying(way: LyingTypesetter.Way) async throws {
        let device = try await Self.device(Self.stated)
        try await device.sign(
            "1", typesetter: LyingTypesetter(inner: HarfBuzzTypesetter(), way: way, stated: Self.stated))
        try await Stage().sync(device).expectRefusal(422, Self.code, containing: "that differs from what signing makes")
    }

    @Test(
        "Without a font for a text, the service still refuses dishonest pictures",
        arguments: LyingTypesetter.Way.allCases.filter { $0 != .small })
    func lyingToThePoor(way: LyingTypesetter.Way) async throws {
        let stage = try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))
        let device = try await Device()
        try await device.sign(
            "1", town: Self.stated,
            typesetter: LyingTypesetter(inner: HarfBuzzTypesetter(), way: way, stated: Self.stated))
        try await stage.sync(device).expectRefusal(422, Self.code, containing: "that differs from what signing makes")
    }

    @Test(
        "Without a font for a text, the service accepts and notes the device's",
        arguments: [stated, "קריית שמונה", "京都"])
    func poor(town: String) async throws {
        let stage = try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))
        let device = try await Device()
        try await device.sign("1", town: town)
        let answer = try await stage.sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
        let noted = try await Self.noted(device, by: stage)
        // Latin text beside it is in fonts that the service names otherwise.
        #expect(noted.contains("Town"), "\(noted)")
    }
}
