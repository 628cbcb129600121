import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Forged form fields")
struct ForgeryTests {
    /// A certification, and whether it closes the field.
    static let closings: [(level: Int?, isLocked: Bool)] = [
        (nil, false), (2, false), (3, false), (nil, true), (1, false),
    ]

    private func judge(
        _ forgery: FormForgery, level: Int?, isLocked: Bool, ending: FormForgery.Ending
    ) async throws {
        var forgery = forgery
        // What hides a letter is seen by a rule of its own; here nothing is printed below the field.
        if forgery.before["Rect"] == FormForgery.rect { forgery.before["Rect"] = "[60 592 360 616]" }
        if forgery.before["Rect"] == "[60 692 84 716]" { forgery.before["Rect"] = "[400 592 424 616]" }
        let (scene, file) = try await forgery.files(level: level, isLocked: isLocked, ending: ending)
        let found = try await scene.verify(file)
        let name =
            "\(forgery.tricks) in a \(forgery.kind), level \(level ?? 0), \(isLocked), \(ending): \(found.changes)"
        #expect(found.verdict != .valid, "\(name)")
        #expect(found.verdict == .invalid || level != 1 && !isLocked, "\(name)")
        #expect(!found.changes.isEmpty, "\(name)")
    }

    @Test(
        "No single trick passes, whatever the signature permits and whoever signs later",
        arguments: Trick.all.map(\.name))
    func singleTrick(name: String) async throws {
        let trick = try #require(Trick.all.first { $0.name == name })
        for kind in FormForgery.Kind.allCases where trick.kinds.contains(kind) {
            for (level, isLocked) in Self.closings {
                for ending in FormForgery.Ending.allCases {
                    // A document that permits nothing cannot be signed again.
                    if ending != .open, level == 1 || isLocked { continue }
                    var forgery = FormForgery(kind)
                    forgery.play(trick)
                    try await judge(forgery, level: level, isLocked: isLocked, ending: ending)
                }
            }
        }
    }

    @Test("No combination of tricks passes", arguments: 0..<40)
    func combinations(seed: Int) async throws {
        var random = SeededGenerator(seed)
        for _ in 0..<20 {
            let kind = FormForgery.Kind.allCases.randomElement(using: &random) ?? .text
            var forgery = FormForgery(kind)
            let fitting = Trick.all.filter { $0.kinds.contains(kind) }.shuffled(using: &random)
            // A button shows one state at a time, and a picture one ground and one text.
            var chosen = fitting
            // A background and a redraw may each need another picture before.
            let redraws = Trick.looks.filter { $0.name.hasPrefix("drawing anew") }
            let shown = Trick.letters + Trick.places + Trick.fonts
            for group in [Trick.states, Trick.grounds + redraws, shown] {
                let names = Set(group.map(\.name))
                let first = fitting.first { names.contains($0.name) }?.name
                chosen.removeAll { names.contains($0.name) && $0.name != first }
            }
            for trick in chosen.prefix(Int.random(in: 2...4, using: &random)) { forgery.play(trick) }
            let (level, isLocked) = Self.closings.randomElement(using: &random) ?? (nil, false)
            let ending: FormForgery.Ending =
                level == 1 || isLocked ? .open : FormForgery.Ending.allCases.randomElement(using: &random) ?? .open
            try await judge(forgery, level: level, isLocked: isLocked, ending: ending)
        }
    }

    @Test("An honestly filled form is valid", arguments: FormForgery.Kind.allCases, [nil, 2, 3])
    func honest(kind: FormForgery.Kind, level: Int?) async throws {
        for ending in FormForgery.Ending.allCases {
            // A drawing needs somebody who answers for it.
            if kind == .button, ending != .signedLater { continue }
            for var forgery in HonestFill.all(of: kind) {
                // A mark would hide the letter that it lies on.
                if kind == .checkbox { forgery.before["Rect"] = "[400 592 424 616]" }
                let (scene, file) = try await forgery.files(level: level, isLocked: false, ending: ending)
                let found = try await scene.verify(file)
                #expect(found.verdict == .valid, "\(forgery.tricks) \(kind) \(ending): \(found.changes)")
            }
        }
    }
}

/// How programs fill forms in, each in its own way.
enum HonestFill {
    static func all(of kind: FormForgery.Kind) -> [FormForgery] {
        [FormForgery(kind)]
            + ways.filter { $0.kinds.contains(kind) }.map { way in
                var filled = FormForgery(kind)
                filled.play(way)
                return filled
            }
    }

    private static let ground = "1 1 0.9 rg 0 0 300 24 re f 0 0 1 RG 1 w 0.5 0.5 299 23 re s"

    private static let ways = [
        Trick("with the background that was seen") {
            $0.before["MK"] = "<</BG[1 1 0.9]/BC[0 0 1]>>"
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream(ground + " /Tx BMC EMC"))
            $0.picture.ground = ground
        },
        Trick("in several lines") {
            $0.value = "one\\rtwo"
            $0.picture.letters = "BT 0 g /F1 9 Tf 10 TL 4 14 Td (one) Tj T* (two) Tj ET"
        },
        Trick("with kerning") {
            $0.value = "AVAToYo"
            $0.picture.letters = "BT 0 g /F1 12 Tf 4 8 Td [(A) 70 (V) 70 (A) 74 (T) 110 (o) (Y) 100 (o)] TJ ET"
        },
        Trick("with words placed one by one") {
            $0.value = "New York City"
            $0.picture.letters = "BT 0 g /F1 12 Tf 4 8 Td (New) Tj 60 0 Td (York) Tj 60 0 Td (City) Tj ET"
        },
        Trick("in a comb") {
            $0.before["Ff"] = $0.kind == .text ? " 16777216" : " 131072"
            $0.before["MaxLen"] = " 10"
            if $0.kind == .text { $0.picture.letters = "BT 0 g /F1 12 Tf 10 8 Td (1) Tj 30 0 Td (9) Tj ET" }
        },
        Trick("with text leaning as an oblique font does") {
            $0.picture.letters = "BT 0 g /F1 12 Tf 1 0 0.2 1 4 8 Tm (19) Tj ET"
        },
        Trick("with a picture of another size that readers fit in") {
            $0.picture.box = "[0 0 150 12]"
            $0.picture.letters = "BT 0 g /F1 6 Tf 2 4 Td (19) Tj ET"
        },
        Trick("with a size of nought set first") {
            $0.picture.letters = "BT 0 g /F1 0 Tf /F1 12 Tf 4 8 Td (19) Tj ET"
        },
        Trick("in blue") { $0.picture.letters = "BT 0 0 0.6 rg /F1 12 Tf 4 8 Td (19) Tj ET" },
        // The shapes of what programs write, one by one.
        Trick("as Acrobat writes") {
            $0.picture.letters = "0 0 300 24 re W n BT 2 8.2 Td /F1 12 Tf 0 g (19) Tj ET"
            $0.picture.entries = "/FormType 1/Matrix[1.0 0.0 0.0 1.0 0.0 0.0]"
            $0.picture.font =
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Name/Helv/Encoding<</Type/Encoding/Differences[24/breve"
                + "/caron/circumflex/dotaccent/hungarumlaut/ogonek/ring/tilde 39/quotesingle 96/grave 128/bullet"
                + "/dagger/daggerdbl/ellipsis/emdash/endash 160/Euro]>>>>"
        },
        Trick("as MuPDF writes") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(
                50, FormForgery.Picture.stream(".8 .843 1 rg 0 0 300 24 re f .1 .1 .1 RG 1 w .5 .5 299 23 re s"))
            $0.after["AP"] = "<</N 61 0 R>>"
            $0.after.set(
                61,
                FormForgery.Picture.stream(
                    "/Tx BMC q .8 .843 1 rg 0 0 300 24 re f 1 w .1 .1 .1 RG .5 .5 299 23 re s 1 1 298 22 re W n BT .1 .1 .1 rg "
                        + "2 6.3999998 Td /Helv 12 Tf (19) Tj ET Q EMC",
                    "/Resources<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>>>>>"
                ))
        },
        Trick("as pypdf writes") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(
                50, FormForgery.Picture.stream(".8 .843 1 rg 0 0 300 24 re f .1 .1 .1 RG 1 w .5 .5 299 23 re s"))
            $0.after["AP"] = "<</N 61 0 R>>"
            $0.after.set(
                61,
                FormForgery.Picture.stream(
                    "q 0 0 300.0 24.0 re 0.8 0.843 1 rg f 1 1 298.0 22.0 re 0.1 0.1 0.1 RG s Q q /Tx BMC q 2 1 296.0 22.0 re "
                        + "W BT /F1 12.0 Tf 0.1 0.1 0.1 rg 2 5.692 Td (19) Tj ET Q EMC Q",
                    "/Resources<</Font<</F1 7 0 R>>>>"))
        },
        Trick("as pdf.js writes") { $0.picture.letters = "BT /F1 12 Tf 0 g 1 0 0 1 2.00 8.21 Tm (19) Tj ET" },
        Trick("as PDFBox writes") {
            $0.picture.letters = "1 1 298 22 re W n BT /F1 12 Tf 0 g 2 7.697 Td (19) Tj ET"
            $0.picture.entries = "/Matrix[1 0 0 1 0 0]/FormType 1"
        },
        Trick("as iText writes") {
            $0.picture.letters = "2 2 296 20 re W n BT 2 7.9 Td 0 Tw 0 Tc 100 Tz 0 Ts /F1 12 Tf 0 g (19)Tj ET"
        },
        Trick("as Poppler writes") {
            $0.picture.letters = "1 1 298 22 re W n BT /F1 12 Tf 0 g 1 0 0 1 2 7.2 Tm (19) Tj ET"
        },
        Trick("as ReportLab writes") {
            $0.picture.letters = "2 2 296 20 re W n 0 g 0 G BT /F1 12 Tf 0 g 4 8 Td (19) Tj ET"
            $0.picture.entries = "/FormType 1/Matrix[1 0 0 1 0 0]"
        },
        Trick("on a turned widget") {
            $0.picture.entries = "/Matrix[1 0 0 1 0 0]"
            $0.picture.font = "<</Type/Font/Subtype/TrueType/BaseFont/ArialMT/Encoding/WinAnsiEncoding>>"
        },
        Trick("with the default appearance in another order") { $0.after["DA"] = "(0.0 g /F1 12.0 Tf)" },
        Trick("emptied again") {
            $0.before["V"] = "(100)"
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture().stream(showing: "100"))
            $0.value = ""
        },
        Trick("with a pressed picture", [.checkbox]) {
            let pressed = "0.75 g 0 0 24 24 re f 0 G 1 w 0.5 0.5 23 23 re S"
            $0.before["AP"] = "<</N<</On 51 0 R/Off 52 0 R>>/D<</On 54 0 R/Off 55 0 R>>>>"
            $0.before.set(
                54, FormForgery.Picture.stream(pressed + " 2 w 4 12 m 10 5 l 20 20 l S", box: "[0 0 24 24]"))
            $0.before.set(55, FormForgery.Picture.stream(pressed, box: "[0 0 24 24]"))
        },
        Trick("with its pictures drawn anew and the state as a text", [.checkbox]) {
            let square = "q 0 G 1 w .5 .5 23 23 re S"
            $0.before["AP"] = "<</N<</On 51 0 R/Off 52 0 R>>/D<</On 51 0 R/Off 52 0 R>>>>"
            $0.after["AP"] = "<</N<</On 61 0 R/Off 62 0 R>>>>"
            $0.after["V"] = "(On)"
            $0.after["DA"] = "(/ZaDb 0 Tf)"
            $0.before["DA"] = nil
            $0.after.set(
                61,
                FormForgery.Picture.stream(
                    square + " BT 0 g 3 4 Td /ZaDb 20 Tf (3) Tj ET Q", box: "[0 0 24 24]",
                    "/Resources<</Font<</ZaDb<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>"))
            $0.after.set(62, FormForgery.Picture.stream(square + " Q", box: "[0 0 24 24]"))
        },
        Trick("with a glyph for the mark", [.checkbox]) {
            $0.before.set(
                51,
                FormForgery.Picture.stream(
                    "q 0 G 1 w 0.5 0.5 23 23 re S Q q BT 0 g /ZaDb 18 Tf 4 5 Td (4) Tj ET Q", box: "[0 0 24 24]",
                    "/Resources<</Font<</ZaDb 53 0 R>>>>"))
        },
        Trick("without a picture for off", [.checkbox]) {
            $0.before["AP"] = "<</N<</On 51 0 R>>>>"
        },
        Trick("on its own background", [.checkbox]) {
            let ground = "0.9 0.95 1 rg 0 0 24 24 re f 0 G 1 w 0.5 0.5 23 23 re s"
            $0.before.set(51, FormForgery.Picture.stream(ground + " 2 w 4 12 m 10 5 l 20 20 l S", box: "[0 0 24 24]"))
            $0.before.set(52, FormForgery.Picture.stream(ground, box: "[0 0 24 24]"))
        },
        Trick("with a disc in a circle", [.checkbox]) {
            let ring =
                "0 G 1 w 0 12 m 0 18.6 5.4 24 12 24 c 18.6 24 24 18.6 24 12 c 24 5.4 18.6 0 12 0 c 5.4 0 0 5.4 0 12 c s"
            $0.before.set(
                51,
                FormForgery.Picture.stream(
                    ring
                        + " 0 g 6 12 m 6 15.3 8.7 18 12 18 c 15.3 18 18 15.3 18 12 c 18 8.7 15.3 6 12 6 c 8.7 6 6 8.7 6 12 c f",
                    box: "[0 0 24 24]"))
            $0.before.set(52, FormForgery.Picture.stream(ring, box: "[0 0 24 24]"))
        },
    ]
}
