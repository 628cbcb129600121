/// What the generator of forgeries knows. Each trick on its own makes people read something that nobody signed.
extension Trick {
    private static let sheet = "1 1 1 rg 0 0 300 24 re f"
    private static let image =
        "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"
        + "/Length 1>>stream\n\u{7F}\nendstream"

    static let all = grounds + letters + places + fonts + looks + states + drawings

    // MARK: Grounds

    static let grounds = [
        Trick("a new background") {
            $0.after["MK"] = "<</BG[1 1 1]>>"; $0.picture.ground = sheet
        },
        Trick("a background without being asked for") { $0.picture.ground = sheet },
        Trick("a background that was asked for and not painted") {
            $0.before["MK"] = "<</BG[1 1 1]>>"
            $0.picture.ground = sheet
        },
        Trick("a background where a picture had none") {
            $0.before["MK"] = "<</BG[1 1 1]>>"
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream("/Tx BMC EMC"))
            $0.picture.ground = sheet
        },
        Trick("a background that was clipped away") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream("q 0 0 1 1 re W n \(sheet) Q"))
            $0.picture.ground = sheet
        },
        Trick("a background clipped away by a triangle") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream("q 0 0 m 300 0 l 0 1 l W n \(sheet) Q"))
            $0.picture.ground = sheet
        },
        Trick("a background larger than the one before") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream("1 1 1 rg 0 0 20 24 re f"))
            $0.picture.ground = sheet
        },
        Trick("a background outside of the picture's box before") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(
                50,
                FormForgery.Picture.stream(sheet, box: "[0 0 300 24]", "/Matrix[1 0 0 0.01 0 0]")
                    .replacing("BBox[0 0 300 24]", with: "BBox[0 30 300 54]"))
            $0.picture.ground = sheet
        },
        Trick("a background in another colour") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream("0 0 0 rg 0 0 300 24 re S"))
            $0.picture.ground = sheet
        },
        Trick("a border that strikes the text out") {
            $0.before["MK"] = "<</BC[0 0 0]>>"
            $0.picture.ground = "0 G 3 w 0 11 300 0.1 re S"
        },
        Trick("borders that fill the field") {
            $0.before["MK"] = "<</BC[1 1 1]>>"
            $0.picture.ground =
                "1 G 3 w " + stride(from: 1, to: 24, by: 3).map { "0 \($0) 300 0.1 re S" }.joined(separator: " ")
        },
        Trick("a background under the pointer", [.text, .choice]) {
            $0.after["AP"] = "<</N 60 0 R/R 61 0 R>>"
            var other = $0.picture
            other.ground = sheet
            $0.after.set(61, other.stream(showing: $0.value))
        },
        Trick("a background while pressed", [.text, .choice]) {
            $0.after["AP"] = "<</N 60 0 R/D<</On 61 0 R>>>>"
            var other = $0.picture
            other.ground = sheet
            $0.after.set(61, other.stream(showing: $0.value))
        },
        Trick("a text that was printed in the empty field") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture().stream(showing: "100"))
        },
        Trick("a background taken away") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream(sheet))
        },
        Trick("a background taken away with the picture") {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream(sheet))
            $0.value = ""
            $0.after["V"] = ""
            $0.after["AP"] = ""
        },
        Trick("a sheet after the text") { $0.picture.after = "1 g 100 0 200 24 re f" },
        Trick("an image behind the text") {
            $0.after.set(62, image)
            $0.picture.ground = "q 300 0 0 24 0 0 cm /Im Do Q"
            $0.picture.resources += "/XObject<</Im 62 0 R>>"
        },
        Trick("a sheet in a picture within") {
            $0.after.set(62, FormForgery.Picture.stream(sheet))
            $0.picture.ground = "/Fm Do"
            $0.picture.resources += "/XObject<</Fm 62 0 R>>"
        },
        Trick("a gradient") {
            $0.picture.ground = "/Sh sh"
            $0.picture.resources +=
                "/Shading<</Sh<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Function<</FunctionType 2/Domain[0 1]"
                + "/C0[1]/C1[1]/N 1>>/Extend[true true]>>>>"
        },
        Trick("an inline image") { $0.picture.ground = "q 300 0 0 24 0 0 cm BI /W 1/H 1/BPC 8/CS/G ID \u{7F} EI Q" },
    ]

    // MARK: Letters

    private static func text(_ content: String) -> String { "BT 0 g /F1 12 Tf \(content) ET" }

    static let letters = [
        Trick("a text for a value that two options have", [.choice]) {
            $0.before["Opt"] = "[[(19)(19)][(19)(1999)]]"
            $0.picture.letters = "BT 0 g /F1 12 Tf 4 8 Td (1999) Tj ET"
        },
        Trick("more asterisks than the password has letters", [.text]) {
            $0.before["Ff"] = " 8192"
            $0.picture.letters = "BT 0 g /F1 12 Tf 4 8 Td (************************) Tj ET"
        },
        Trick("blocks that are the value") {
            $0.value = "\\376\\377\\045\\210\\045\\210"
            $0.after.set(62, FormForgery.Picture.stream("1 beginbfchar <4D> <2588> endbfchar"))
            $0.picture.font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 62 0 R>>"
            $0.picture.letters = "BT 0 g /F1 12 Tf 4 8 Td (MM) Tj ET"
        },
        Trick("letters in another order") { $0.picture.letters = text("14 8 Td (1) Tj -10 0 Td (9) Tj") },
        Trick("letters in another order by a matrix") {
            $0.picture.letters = text("1 0 0 1 14 8 Tm (1) Tj 1 0 0 1 4 8 Tm (9) Tj")
        },
        Trick("letters in another order by an array") { $0.picture.letters = text("14 8 Td [(1) 1500 (9)] TJ") },
        Trick("letters over one another") {
            $0.value = "1999"
            $0.picture.letters = text("4 8 Td (19) Tj 6.67 0 Td (9) Tj 0 0 Td (9) Tj")
        },
        Trick("letters over one another by spacing") {
            $0.value = "1999"
            $0.picture.letters = text("4 8 Td (1) Tj -6.67 Tc (999) Tj")
        },
        Trick("letters over one another by an array") {
            $0.value = "1999"
            $0.picture.letters = text("4 8 Td [(19) 556 (9) 556 (9)] TJ")
        },
        Trick("lines over one another") {
            $0.value = "1999"
            $0.picture.letters = text("4 8 Td (19) Tj 0 -2 Td (99) Tj")
        },
        Trick("lines from below") {
            $0.value = "1999"
            $0.picture.letters = text("4 2 Td (19) Tj 0 12 Td (99) Tj")
        },
        Trick("raised letters") {
            $0.value = "1999"
            $0.picture.letters = text("4 4 Td (19) Tj 9 Ts (99) Tj")
        },
        Trick("a mirrored picture") { $0.picture.entries = "/Matrix[-1 0 0 1 0 0]" },
        Trick("a picture upside down") { $0.picture.entries = "/Matrix[-1 0 0 -1 0 0]" },
        Trick("a leaning picture") { $0.picture.entries = "/Matrix[1 0 3 1 0 0]" },
        Trick("mirrored letters") { $0.picture.letters = text("-1 0 0 1 40 8 Tm (19) Tj") },
        Trick("letters upside down") { $0.picture.letters = text("-1 0 0 -1 40 18 Tm (19) Tj") },
        Trick("letters of a negative size") { $0.picture.letters = "BT 0 g /F1 -12 Tf 40 18 Td (19) Tj ET" },
        Trick("letters cut off by the box") {
            $0.value = "1999"
            $0.picture.letters = text("287 8 Td (1999) Tj")
        },
        Trick("letters cut off by a rectangle") {
            $0.value = "1999"
            $0.picture.letters = "0 0 17 24 re W n " + text("4 8 Td (1999) Tj")
        },
        Trick("letters far apart") { $0.picture.letters = text("4 8 Td (1) Tj 200 0 Td (9) Tj") },
        Trick("letters far apart by spacing") { $0.picture.letters = text("4 8 Td 30 Tc (19) Tj") },
        Trick("small letters among large ones") {
            $0.value = "1999"
            $0.picture.letters = text("4 8 Td (19) Tj /F1 1.5 Tf (99) Tj")
        },
        Trick("letters too small to be seen") { $0.picture.letters = "BT 0 g /F1 0.2 Tf 4 8 Td (19) Tj ET" },
        Trick("a picture squeezed until nobody reads it") {
            $0.picture.box = "[0 0 9000 24]"
            $0.picture.letters = text("4 8 Td (19) Tj")
        },
        Trick("white letters") { $0.picture.letters = "BT 1 g /F1 12 Tf 4 8 Td (19) Tj ET" },
        Trick("faint letters") { $0.picture.letters = "BT 0.9 g /F1 12 Tf 4 8 Td (19) Tj ET" },
        Trick("letters that are not painted") { $0.picture.letters = "BT 0 g 3 Tr /F1 12 Tf 4 8 Td (19) Tj ET" },
        Trick("letters that only clip") { $0.picture.letters = "BT 0 g 7 Tr /F1 12 Tf 4 8 Td (19) Tj ET" },
        Trick("a half transparent picture") {
            $0.picture.ground = "/G gs"
            $0.picture.resources += "/ExtGState<</G<</ca 0.05>>>>"
        },
        Trick("other letters") { $0.picture.letters = text("4 8 Td (91) Tj") },
        Trick("other letters under the pointer") {
            $0.after["AP"] = "<</N 60 0 R/R 61 0 R>>"
            $0.after.set(61, $0.picture.stream(showing: "91"))
        },
    ]

    // MARK: Where the letters are, and when they show

    static let places = [
        Trick("letters clipped by a triangle") {
            $0.picture.letters = "0 0 m 300 0 l 0 1 l h W n " + text("4 8 Td (19) Tj")
        },
        Trick("letters clipped by two rectangles") {
            $0.picture.letters = "0 0 1 1 re 299 23 1 1 re W n " + text("4 8 Td (19) Tj")
        },
        Trick("the lower half of letters") {
            $0.picture.letters = "0 0 300 11 re W n " + text("4 8 Td (19) Tj")
        },
        Trick("letters outside of the page") {
            $0.before["Rect"] = "[590 592 890 616]"
            $0.picture.letters = text("40 8 Td (19) Tj")
        },
        Trick("letters of two points") { $0.picture.letters = "BT 0 g /F1 2 Tf 4 8 Td (19) Tj ET" },
        Trick("a number on two lines") { $0.picture.letters = text("4 13 Td (1) Tj 0 -11 Td (9) Tj") },
        Trick("letters on a layer") {
            $0.picture.letters = "/OC/Layer BDC " + text("4 8 Td (19) Tj") + " EMC"
            $0.after.set(62, "<</Type/OCG/Name(x)>>")
            $0.picture.resources += "/Properties<</Layer 62 0 R>>"
        },
        Trick("a picture on a layer") {
            $0.after.set(62, "<</Type/OCG/Name(x)>>")
            $0.picture.entries += "/OC 62 0 R"
        },
        Trick("a picture for a state") {
            $0.after["AP"] = "<</N<</On 60 0 R>>>>"
            $0.after["AS"] = "/On"
        },
        Trick("the same picture while pressed") { $0.after["AP"] = "<</N 60 0 R/D 60 0 R>>" },
        Trick("letters in a font that only the form has") {
            $0.after["AP"] = "<</N 61 0 R>>"
            $0.after.set(61, FormForgery.Picture.stream(text("4 8 Td (19) Tj")))
        },
        Trick("a field of no known type", [.text]) { $0.before["FT"] = "/Text" },
    ]

    // MARK: Fonts

    private static let narrow = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 48/LastChar 57/Widths["

    static let fonts = [
        Trick("a font whose letters take no place") {
            $0.value = "1999"
            $0.picture.font = narrow + "0 556 0 0 0 0 0 0 0 0]>>"
        },
        Trick("a font that leads back") {
            $0.picture.font = narrow + "0 -900 0 0 0 0 0 0 0 556]>>"
            $0.picture.letters = text("30 8 Td (19) Tj")
        },
        Trick("a font of its own making") {
            $0.after.set(62, "<</Length 30>>stream\n0 0 m 500 0 l 500 500 l 0 0 l f\nendstream")
            $0.picture.font =
                "<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 49/LastChar 57"
                + "/Widths[600 0 0 0 0 0 0 0 600]/CharProcs<</a 62 0 R>>/Encoding<</Differences[49/a 57/a]>>>>"
        },
        Trick("a font that calls one digit another") {
            $0.picture.font =
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine 57/one]>>>>"
        },
        Trick("symbols with a map of letters") {
            $0.after.set(62, FormForgery.Picture.stream("1 beginbfrange <20> <7E> <0020> endbfrange"))
            $0.picture.font = "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats/ToUnicode 62 0 R>>"
        },
        Trick("symbols") { $0.picture.font = "53 0 R" },
        Trick("a standard font with a map that swaps digits") {
            $0.after.set(62, FormForgery.Picture.stream("2 beginbfchar <31> <0039> <39> <0031> endbfchar"))
            $0.picture.font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 62 0 R>>"
            $0.picture.letters = text("4 8 Td (91) Tj")
        },
        Trick("an encoding of other digits") {
            $0.picture.font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/MacExpertEncoding>>"
        },
        Trick("an encoding based on other digits") {
            $0.picture.font =
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</BaseEncoding/MacExpertEncoding>>>>"
        },
        Trick("symbols under a longer name") {
            $0.picture.font = "<</Type/Font/Subtype/TrueType/BaseFont/Wingdings-Regular/Encoding/WinAnsiEncoding>>"
        },
        Trick("symbols under a name with a prefix") {
            $0.picture.font = "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+SymbolMT/Encoding/WinAnsiEncoding>>"
        },
        Trick("a text beside letters that say another") {
            $0.picture.letters = "/Span<</ActualText(19)>>BDC " + text("4 8 Td (91) Tj") + " EMC"
        },
        Trick("a text beside digits that say nothing") {
            $0.picture.font = "53 0 R"
            $0.picture.letters = "/Span<</ActualText(19)>>BDC " + text("4 8 Td (91) Tj") + " EMC"
        },
        Trick("a map of other codes than readers take") {
            let map = "1 begincodespacerange <00><FF> endcodespacerange 2 beginbfchar <00><> <12><0031> endbfchar"
            $0.after.set(62, FormForgery.Picture.stream(map))
            $0.picture.font =
                "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 62 0 R/DescendantFonts[<</Type/Font"
                + "/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>"
        },
    ]

    // MARK: Looks

    private static let again = "/NeedAppearances true"

    static let looks = [
        Trick("another background, not painted") { $0.after["MK"] = "<</BG[1 1 1]>>" },
        Trick("another default appearance") { $0.after["DA"] = "(/F1 12 Tf 1 g)" },
        Trick("a default appearance whose last colour is white") { $0.after["DA"] = "(/F1 12 Tf 0 g 1 g)" },
        Trick("another border style") { $0.after["BS"] = "<</W 24>>" },
        Trick("a rich text") { $0.after["RV"] = "(<p>91</p>)" },
        Trick("drawing anew with a prepared background", [.text, .choice, .checkbox, .button]) {
            $0.before["MK"] = "<</BG[1 1 1]>>"
            $0.after.form += again
        },
        Trick("drawing anew with a prepared border", [.text, .choice, .checkbox, .button]) {
            $0.before["MK"] = "<</BC[1 1 1]>>"
            $0.before["BS"] = "<</W 24>>"
            $0.after.form += again
        },
        Trick("drawing anew without the background", [.text, .choice]) {
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream(sheet))
            $0.picture.ground = sheet
            $0.after.form += again
        },
        Trick("drawing anew in white", [.text, .choice]) {
            $0.before["V"] = "(100)"
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture().stream(showing: "100"))
            $0.before["DA"] = "(/F1 12 Tf 1 g)"
            $0.after.form += again
        },
        Trick("drawing anew upside down", [.text, .choice]) {
            $0.before["MK"] = "<</R 180>>"
            $0.before["V"] = "(100)"
            $0.before["AP"] = "<</N 50 0 R>>"
            $0.before.set(50, FormForgery.Picture().stream(showing: "100"))
            $0.value = "1999"
            $0.after.form += again
        },
        Trick("drawing anew with an icon", [.button]) {
            $0.before["MK"] = "<</I 50 0 R>>"
            $0.before.set(50, FormForgery.Picture.stream(sheet))
            $0.after.form += again
        },
        Trick("drawing anew in a font of its own making", [.text, .choice]) {
            $0.before.form = "/DA(/F1 12 Tf 0 g)"
            $0.before["DA"] = "(/ZaDb 12 Tf 0 g)"
            $0.after.form += again
        },
    ]

    // MARK: States of buttons

    private static func state(_ name: String, _ content: String, box: String = "[0 0 24 24]", _ entries: String = "")
        -> Trick
    {
        Trick(name, [.checkbox]) { $0.before.set(51, FormForgery.Picture.stream(content, box: box, entries)) }
    }

    private static let fontResources = "/Resources<</Font<</F1 7 0 R/ZaDb 53 0 R>>/XObject<</Im 54 0 R>>>>"

    static let states = [
        state("a state that is a white sheet", "1 g 0 0 24 24 re f"),
        state(
            "a state that is a white sheet with text", "1 g 0 0 24 24 re f BT 0 g /F1 9 Tf 2 8 Td (900) Tj ET",
            fontResources),
        state("a state that is a text", "BT 0 g /F1 9 Tf 2 8 Td (900) Tj ET", fontResources),
        state("a state that is a digit", "BT 0 g /F1 18 Tf 4 5 Td (9) Tj ET", fontResources),
        Trick("a word that goes when the box is ticked", [.checkbox]) {
            $0.before.set(
                52, FormForgery.Picture.stream("BT 0 g /F1 9 Tf 2 8 Td (not) Tj ET", box: "[0 0 24 24]", fontResources))
        },
        Trick("a state that shows no mark", [.checkbox]) { forgery in
            guard let off = forgery.before.objects.first(where: { $0.0 == 52 }) else { return }
            forgery.before.set(51, off.1)
        },
        Trick("a state whose mark is clipped away", [.checkbox]) {
            $0.before.set(
                51,
                FormForgery.Picture.stream(
                    "0 G 1 w 0.5 0.5 23 23 re S q 0 0 0.1 0.1 re W n 2 w 4 12 m 10 5 l 20 20 l S Q",
                    box: "[0 0 24 24]"))
        },
        Trick("pictures drawn anew with a tick for off", [.checkbox]) {
            $0.after["AP"] = "<</N<</On 51 0 R/Off 61 0 R>>>>"
            $0.after.set(
                61,
                FormForgery.Picture.stream(
                    "0 G 1 w 0.5 0.5 23 23 re S 2 w 4 12 m 10 5 l 20 20 l S", box: "[0 0 24 24]"))
        },
        Trick("pictures drawn anew on a sheet", [.checkbox]) {
            $0.after["AP"] = "<</N<</On 61 0 R/Off 52 0 R>>>>"
            $0.after.set(
                61,
                FormForgery.Picture.stream(
                    "1 g 0 0 24 24 re f 0 G 1 w 0.5 0.5 23 23 re S 2 w 4 12 m 10 5 l 20 20 l S", box: "[0 0 24 24]"))
        },
        Trick("no picture of the state", [.checkbox]) { $0.before["AP"] = "<</N<</Off 52 0 R>>>>" },
        state("a state with a pale disc", "0.9 g 0 12 m 0 24 24 24 24 12 c 24 0 0 0 0 12 c f"),
        state("a state in another space of colours", "/DeviceGray cs 1 sc 0 0 24 24 re f"),
        state("a state with white lines", "1 G 8 w 0 4 m 24 4 l 0 12 m 24 12 l 0 20 m 24 20 l S"),
        Trick("a state that is an image", [.checkbox]) {
            $0.before.set(
                51, FormForgery.Picture.stream("q 24 0 0 24 0 0 cm /Im Do Q", box: "[0 0 24 24]", fontResources))
            $0.before.set(54, image)
        },
        Trick("a state that is a picture within", [.checkbox]) {
            $0.before.set(51, FormForgery.Picture.stream("/Im Do", box: "[0 0 24 24]", fontResources))
            $0.before.set(54, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
        },
        Trick("a wide state with a wide mark", [.checkbox]) {
            $0.before["Rect"] = FormForgery.rect
            $0.before.set(51, FormForgery.Picture.stream("0 g 3 w 0 12 m 300 12 l S"))
            $0.before.set(52, FormForgery.Picture.stream(""))
        },
        Trick("a wide state with black letters", [.checkbox]) {
            $0.before["Rect"] = FormForgery.rect
            $0.before.set(
                51,
                FormForgery.Picture.stream(
                    "BT 0 g /F1 20 Tf 2 4 Td (nine hundred) Tj ET", "/Resources<</Font<</F1 7 0 R>>>>"))
            $0.before.set(52, FormForgery.Picture.stream(""))
        },
        Trick("a state that is a sheet under the pointer", [.checkbox]) {
            $0.before["AP"] = "<</N<</On 51 0 R/Off 52 0 R>>/R<</On 54 0 R>>>>"
            $0.before.set(54, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
        },
        Trick("an empty state that is a sheet", [.checkbox]) {
            $0.before["AS"] = "/On"
            $0.before["V"] = "/On"
            $0.before.set(52, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
            $0.after["V"] = "/Off"
            $0.after["AS"] = "/Off"
        },
        Trick("a state without the sheet that was there", [.checkbox]) {
            $0.before.set(52, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
        },
        Trick("no state after a sheet", [.checkbox]) {
            $0.before["AS"] = "/On"
            $0.before["V"] = "/On"
            $0.before["AP"] = "<</N<</On 51 0 R>>>>"
            $0.before.set(51, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
            $0.after["V"] = "/Off"
            $0.after["AS"] = "/Off"
        },
        Trick("pictures that nobody saw", [.checkbox]) {
            $0.before["AP"] = nil
            $0.after["AP"] = "<</N<</On 61 0 R>>>>"
            $0.after.set(61, FormForgery.Picture.stream("1 g 0 0 24 24 re f", box: "[0 0 24 24]"))
        },
    ]

    // MARK: Drawings in buttons

    static let drawings = [
        Trick("a drawing on a white sheet", [.button]) { $0.picture.ground = sheet },
        Trick("a drawing on a sheet in white lines", [.button]) { $0.picture.ground = "1 G 24 w 0 12 m 300 12 l S" },
        Trick("a drawing that is an image", [.button]) {
            $0.after.set(62, image)
            $0.picture.ground = "q 300 0 0 24 0 0 cm /Im Do Q"
            $0.picture.resources += "/XObject<</Im 62 0 R>>"
        },
        Trick("a drawing that blackens the text", [.button]) { $0.picture.ground = "0 g 0 4 300 16 re f" },
        Trick("a drawing with a wide black line", [.button]) { $0.picture.ground = "0 G 16 w 0 12 m 300 12 l S" },
    ]
}
