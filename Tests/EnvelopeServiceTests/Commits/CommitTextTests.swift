import EnvelopeService
import Envelopes
import Foundation
import Testing

@testable import Typesetting

@Suite("Character-by-character text of a device's pictures")
struct CommitTextTests {
    private static let code = "ENVELOPE_HISTORY_INVALID"

    private func expectRefusal(
        _ town: String, _ typesetter: any Typesetter, by stage: Stage? = nil
    ) async throws {
        let device = try await Device()
        try await device.sign("1", town: town, typesetter: typesetter)
        let stage = try stage ?? Stage()
        try await stage.sync(device).expectRefusal(422, Self.code, containing: "that differs from what signing makes")
    }

    // MARK: Honest devices

    private static let names = [
        "Łukasz Żółć-Ğüneş Ṣubḥī Nguyễn", "Ελένη Παπαδοπούλου", "Наталія Їжакевич", "髙橋 さくら", "欧阳 𠮷伟", "アレックス ガルシア",
        "김민준", "محمد عبد الله", "علاء إسلام الأحمد", "محمّد سَلَام", "شركة 42 العربية", "אליעזר בן־יהודה", "שָׁלוֹם",
        "น้ำทิพย์ กิ่งแก้ว", "क्षितिज श्रीवास्तव", "Anna محمد 山田",
    ]

    private static let texts = [
        "e\u{301}tude Ž", "Nguye\u{302}\u{303}n", "1·10⁵ м² ½ ①", "12\u{A0}500,50 ₽", "12 500 ₽ 1 1",
        "Санкт‑Петербург-2 – «да»…",
        "على في سيارة إلى مدرسة", "١٢٣ ۱۲۳ رجب", "می\u{200C}خواهم ۵۰۰۰ ريال", "ٹرین ہے ں گئی", "९ मई: ५००० ₽", "கொழும்பு 5",
        "កើត កេ ទៅ", "കൺമണി അവൻ", "কলকাতা ৫০ টাকা", "ນ້ຳ 20", "မြန်မာ", "ＡＢＣ１２３ ﬁ", "⼀一 ⺠民", "한국어 5만", "12.50 ₪ לתשלום 10/12",
        "Первая\\nвторая 5000", "京都\\n\\n大阪", "Оплата 1234 א", "AА BВ XХ 5", "a\u{AD}ж\u{200B}ы",
    ]

    @Test(
        "Our writer's text is accepted in every script, with other fonts and without any",
        arguments: names + texts)
    func honest(town: String) async throws {
        for (typesetter, stage) in [
            (try HarfBuzzTypesetter(), try Stage()), (try CommitPictureTests.otherFonts(), try Stage()),
            (try HarfBuzzTypesetter(), try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))),
        ] as [(any Typesetter, Stage)] {
            let device = try await Device()
            try await device.sign("1", town: town, typesetter: typesetter)
            let answer = try await stage.sync(device)
            #expect(answer["status"] == "completed", "\(answer.text)")
        }
    }

    // MARK: Other devices

    @Test("A glyph in a group must show its own character, above all a digit", arguments: [false, true])
    func exchanged(isGroup: Bool) async throws {
        for (stated, said, shown) in [
            ("9 мая: платит 5000 ₽", "5", "9"), ("٩ رجب: ٥٠٠٠", "٥", "٩"), ("९ मई: ५००० ₽", "५", "९"),
            ("Не дам", "м", "д"),
        ] {
            try await expectRefusal(stated, RewritingTypesetter.showing(shown, as: said, in: stated, isGroup: isGroup))
        }
    }

    @Test("A digit cannot be added under an ignored name", arguments: [" \u{301}", "\u{B4}", "\u{200B}", " "])
    func added(said: String) async throws {
        let stated = "Платит 500 ₽"
        try await expectRefusal(
            stated, RewritingTypesetter.saying(said, ofCharacter: 10, in: "Платит 5000 ₽", for: stated))
    }

    @Test("A letter cannot be hidden as a gap")
    func gap() async throws {
        let stated = "Платит 12 50 ₽"
        try await expectRefusal(
            stated, RewritingTypesetter.saying("\u{F8FF}", ofCharacter: 10, in: "Платит 12 950 ₽", for: stated))
    }

    @Test(
        "A form of a character does not replace another, and spaces keep their places",
        arguments: [
            ("10⁵ ₽", "105 ₽"), ("12 500 ₽", "12500 ₽"), ("1000 ₽", "10 00 ₽"), ("no where ₽", "nowhere ₽"),
            ("x₂ ₽", "x2 ₽"),
            ("№ 5 ₽", "No5 ₽"), ("500 ₽", "5´00 ₽"), ("5‾00 ₽", "500 ₽"), ("Да ₽", "Да¯¯¯ ₽"), ("٥٠ ٠", "٥٠٠"),
        ])
    func otherText(stated: String, shown: String) async throws {
        try await expectRefusal(stated, RewritingTypesetter.showing(shown, for: stated))
        let poor = try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))
        try await expectRefusal(stated, RewritingTypesetter.showing(shown, for: stated), by: poor)
    }

    @Test(
        "A service without a font for a character accepts only the reading order",
        arguments: ["א 1234 ₽", "Pay 1234 ₽", "12.50 ₪ לתשלום", "Total 12 א"])
    func reversed(stated: String) async throws {
        let poor = try Stage(typesetter: PoorTypesetter(inner: HarfBuzzTypesetter()))
        let reversed = String(stated.unicodeScalars.reversed().map(Character.init))
        try await expectRefusal(
            stated, RewritingTypesetter.showing(reversed, for: stated, direction: .leftToRight), by: poor)
    }

    // MARK: Fonts

    @Test("A text may use several fonts")
    func manyFonts() async throws {
        let stated = "Не платит 50000 ₽!"
        let device = try await Device()
        try await device.sign(
            "1", town: stated, typesetter: SplittingTypesetter(inner: HarfBuzzTypesetter(), stated: stated, fonts: 4))
        let answer = try await Stage().sync(device)
        #expect(answer["status"] == "completed", "\(answer.text)")
    }
}
