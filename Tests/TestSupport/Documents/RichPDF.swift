import Foundation

/// A random file with what makes pages look different in copies: layers, annotations of every kind with and without an
/// appearance, form fields of every kind, rotation, boxes, user units, tags, bookmarks and links.
struct RichPDF {
    private(set) var objects: [String] = ["", "", ""]
    private var random: SeededGenerator
    private let seed: Int
    private var layers: [Int] = []
    private var hidden: [Int] = []
    private var annotations: [Int] = []
    private var fields: [Int] = []
    private(set) var values: [String: String] = [:]
    let pageCount: Int
    let hasLayers: Bool
    let hasForm: Bool
    let isTagged: Bool

    static let annotationKinds = [
        "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline",
        "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink", "Popup", "FileAttachment", "Sound", "Movie", "Screen",
        "Watermark", "Redact", "PrinterMark", "TrapNet", "3D", "RichMedia", "Projection",
    ]

    /// - Parameter asksForRedrawing: whether the form has `/NeedAppearances`
    init(seed: Int, asksForRedrawing: Bool = false) {
        random = SeededGenerator(seed)
        self.seed = seed
        pageCount = Int.random(in: 1...2, using: &random)
        hasLayers = Int.random(in: 0..<3, using: &random) > 0
        hasForm = Int.random(in: 0..<4, using: &random) > 0
        isTagged = Int.random(in: 0..<3, using: &random) > 0
        if hasLayers { makeLayers() }
        let font = add("<</Type/Font/Subtype/Type1/BaseFont/\(element(["Helvetica", "Courier", "Times-Bold"]))>>")
        let pages = (0..<pageCount).map { page(number: $0, font: font) }
        objects[1] = "<</Type/Pages/Kids[\(pages.map { "\($0) 0 R" }.joined(separator: " "))]/Count \(pageCount)>>"
        objects[0] = catalog(font: font, pages: pages, asksForRedrawing: asksForRedrawing)
    }

    var data: Data { SamplePDF.file(objects) }

    // MARK: Random parts

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func element<Element>(_ all: [Element]) -> Element {
        all[Int.random(in: 0..<all.count, using: &random)]
    }
    private mutating func add(_ object: String) -> Int {
        objects.append(object)
        return objects.count
    }
    private mutating func stream(_ content: String, _ entries: String = "") -> Int {
        add("<<\(entries)/Length \(content.utf8.count)>>stream\n\(content)\nendstream")
    }
    private mutating func appearance(width: Int, height: Int) -> Int {
        let (red, green) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
        let turn = chance(20) ? "/Matrix[0 1 -1 0 0 0]" : ""
        return stream(
            "0.\(red) 0.\(green) 0.5 rg 0 0 \(width) \(height) re f 1 w 2 2 5 5 re S",
            "/Type/XObject/Subtype/Form/BBox[0 0 \(width) \(height)]\(turn)")
    }
    private mutating func layer() -> String {
        hasLayers && chance(40) ? "/OC \(element(layers)) 0 R" : ""
    }

    private mutating func makeLayers() {
        for number in 0..<3 {
            layers.append(add("<</Type/OCG/Name(Layer \(number))>>"))
            if chance(50), let group = layers.last { hidden.append(group) }
        }
        let policy = element(["AllOn", "AnyOff", "AnyOn", "AllOff"])
        layers.append(
            add("<</Type/OCMD/P/\(policy)/OCGs[\(layers.prefix(2).map { "\($0) 0 R" }.joined(separator: " "))]>>"))
    }

    private var layerProperties: String {
        let groups = layers.prefix(3)
        func list(_ all: some Sequence<Int>) -> String { all.map { "\($0) 0 R" }.joined(separator: " ") }
        let states =
            seed % 2 == 0
            ? "/OFF[\(list(hidden))]" : "/BaseState/OFF/ON[\(list(groups.filter { !hidden.contains($0) }))]"
        return "/OCProperties<</OCGs[\(list(groups))]/D<<\(states)/Order[\(list(groups))]>>>>"
    }

    // MARK: Pages

    private mutating func page(number: Int, font: Int) -> Int {
        annotations = []
        let (left, bottom) = (Int.random(in: -50...50, using: &random), Int.random(in: -50...50, using: &random))
        var content = "BT /F 14 Tf \(left + 30) \(bottom + 350) Td (Page \(number) of \(seed)) Tj ET\n"
        if isTagged { content = "/P <</MCID 0>> BDC \(content)EMC\n" }
        var resources = "/Font<</F \(font) 0 R>>"
        if hasLayers {
            let form = appearance(width: 40, height: 40)
            objects[form - 1].replace("/Type/XObject", with: "/Type/XObject/OC \(layers[0]) 0 R")
            content += "/OC /L BDC 1 0 0 rg \(left + 200) \(bottom + 300) 60 40 re f EMC\n"
            content += "q 1 0 0 1 \(left + 20) \(bottom + 20) cm /X Do Q\n"
            resources += "/Properties<</L \(element(layers)) 0 R>>/XObject<</X \(form) 0 R>>"
        }
        for _ in 0..<8 { annotate(left, bottom) }
        if hasForm {
            for _ in 0..<5 { field(left, bottom) }
            group(left, bottom)
        }
        var entries = "/MediaBox[\(left) \(bottom) \(left + 300) \(bottom + 400)]"
        if chance(30) { entries += "/CropBox[\(left + 10) \(bottom + 5) \(left + 280) \(bottom + 390)]" }
        if chance(40) { entries += "/Rotate \(element([90, 180, 270, -90]))" }
        if chance(30) { entries += "/UserUnit \(element(["2", "0.5", "1.5"]))" }
        if isTagged { entries += "/StructParents \(number)" }
        // Content that leaves the graphics state changed must not move what is drawn after it.
        if chance(20) { content += "2 0 0 2 10 10 cm" }
        let list = annotations.map { "\($0) 0 R" }.joined(separator: " ")
        let contents = stream(content)
        return add(
            "<</Type/Page/Parent 2 0 R/Contents \(contents) 0 R\(entries)/Resources<<\(resources)>>/Annots[\(list)]>>")
    }

    private mutating func place(_ left: Int, _ bottom: Int) -> (x: Int, y: Int, rect: String) {
        let x = left + Int.random(in: 10...200, using: &random)
        let y = bottom + Int.random(in: 10...330, using: &random)
        return (x, y, "[\(x) \(y) \(x + 80) \(y + 30)]")
    }

    private mutating func annotate(_ left: Int, _ bottom: Int) {
        let kind = element(Self.annotationKinds)
        let (x, y, rect) = place(left, bottom)
        var entries = "/Type/Annot/Subtype/\(kind)/Rect\(rect)/C[0 0.\(Int.random(in: 1...9, using: &random)) 0]"
        entries += "/F \(element([4, 4, 4, 0, 2, 32, 28]))\(layer())"
        switch kind {
        case "Link": entries += element(["/Border[0 0 2]/Dest(there)", "/A<</S/URI/URI(https://example.org)>>"])
        case "FreeText": entries += "/DA(/F 12 Tf 1 0 0 rg)/Contents(Free text)"
        case "Line": entries += "/L[\(x) \(y) \(x + 80) \(y + 30)]/LE[/None /OpenArrow]"
        case "Square", "Circle": entries += "/IC[1 1 0]/BS<</W 3>>"
        case "Polygon", "PolyLine": entries += "/Vertices[\(x) \(y) \(x + 80) \(y) \(x + 40) \(y + 30)]"
        case "Highlight", "Underline", "Squiggly", "StrikeOut":
            entries += "/QuadPoints[\(x) \(y + 30) \(x + 80) \(y + 30) \(x) \(y) \(x + 80) \(y)]"
        case "Ink": entries += "/InkList[[\(x) \(y) \(x + 40) \(y + 30) \(x + 80) \(y)]]"
        case "Text": entries += "/Name/\(element(["Note", "Comment", "Help"]))/Contents(Note)"
        case "FileAttachment": entries += "/Name/PushPin/FS<</Type/Filespec/F(a.txt)>>"
        default: break
        }
        if chance(50) {
            let drawn = appearance(width: 80, height: 30)
            let state = element(["On", "Off"])
            entries += chance(80) ? "/AP<</N \(drawn) 0 R>>" : "/AP<</N<</On \(drawn) 0 R>>>>/AS/\(state)"
        }
        annotations.append(add("<<\(entries)>>"))
    }

    // MARK: Fields

    private mutating func field(_ left: Int, _ bottom: Int) {
        let (_, _, rect) = place(left, bottom)
        let name = "Field \(fields.count)"
        let font = element(["Helv", "Cour", "Gone"])
        var entries = "/Type/Annot/Subtype/Widget/Rect\(rect)/T(\(name))/F \(element([4, 4, 4, 2]))\(layer())"
        if chance(80) { entries += "/DA(/\(font) \(element([0, 9, 12])) Tf 0 0 1 rg)" }
        if chance(40) { entries += "/MK<</BG[0.9 1 0.9]/BC[1 0 0]/CA(4)>>" }
        var value = "Value \(seed)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: entries += "/FT/Tx/V(\(value))/Q \(element([0, 1, 2]))"
        case 1: entries += "/FT/Tx/V(\(value))/Ff 16777216/MaxLen 12"
        case 2:
            value += " and more of it that wraps"
            entries += "/FT/Tx/V(\(value))/Ff 4096"
        case 3: entries += "/FT/Ch/V(\(value))/Opt[(\(value))(other)]/Ff \(element([0, 131_072]))"
        case 4: entries += "/FT/Btn/V/\(element(["Yes", "Off"]))/AS/\(element(["Yes", "Off"]))"
        case 5: entries += "/FT/Btn/Ff 65536/A<</S/JavaScript/JS(app.alert)>>"
        case 6: entries += "/FT/Tx/V(\(value))/Ff 8192"
        default:
            let signature = add("<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>")
            entries += "/FT/Sig/V \(signature) 0 R"
        }
        if chance(50) {
            let drawn = appearance(width: 80, height: 30)
            let states = entries.contains("/V/Yes") || entries.contains("/V/Off")
            entries += states ? "/AP<</N<</Yes \(drawn) 0 R>>>>" : "/AP<</N \(drawn) 0 R>>"
        }
        if entries.contains("/V(") { values[name] = value }
        let number = add("<<\(entries)>>")
        annotations.append(number)
        fields.append(number)
    }

    /// Adds a field whose type, value and look its two widgets inherit.
    private mutating func group(_ left: Int, _ bottom: Int) {
        let parent = add("")
        let name = "Field \(fields.count)"
        let kids = (0..<2).map { number in
            let drawn = appearance(width: 80, height: 30)
            let states = chance(50) ? "/AP<</N<</\(number) \(drawn) 0 R/Off \(drawn) 0 R>>>>" : ""
            let rect = place(left, bottom).rect
            return add(
                "<</Type/Annot/Subtype/Widget/Rect\(rect)/F 4/Parent \(parent) 0 R/AS/\(number)\(states)\(layer())"
                    + "/MK<</BC[0 0 1]>>>>")
        }
        let value = "Value \(seed)"
        let isText = chance(50)
        let entries = isText ? "/FT/Tx/V(\(value))" : "/FT/Btn/Ff 32768/V/1"
        if isText { values[name] = value }
        let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
        objects[parent - 1] = "<</T(\(name))\(entries)/DA(/Cour 9 Tf 1 0 0 rg)/Kids[\(list)]>>"
        annotations += kids
        fields.append(parent)
    }

    private mutating func catalog(font: Int, pages: [Int], asksForRedrawing: Bool) -> String {
        var entries = "/Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(there)[\(pages[0]) 0 R/Fit]]>>>>"
        if hasLayers { entries += layerProperties }
        if hasForm {
            let list = fields.map { "\($0) 0 R" }.joined(separator: " ")
            entries += "/AcroForm<</Fields[\(list)]/DA(/Helv 10 Tf 0 g)/Q \(seed % 3)"
            entries += "/DR<</Font<</Helv \(font) 0 R/Cour \(font) 0 R>>>>"
            entries += (asksForRedrawing ? "/NeedAppearances true" : "") + ">>"
        }
        if isTagged {
            let root = objects.count + 1
            let owners = pages.indices.map { "\($0) [\(root + 1 + $0) 0 R]" }.joined(separator: " ")
            let kids = pages.indices.map { "\(root + 1 + $0) 0 R" }.joined(separator: " ")
            _ = add("<</Type/StructTreeRoot/K[\(kids)]/ParentTree<</Nums[\(owners)]>>>>")
            for page in pages { _ = add("<</Type/StructElem/S/P/P \(root) 0 R/Pg \(page) 0 R/K 0>>") }
            entries += "/StructTreeRoot \(root) 0 R/MarkInfo<</Marked true>>/Lang(\(element(["en", "de"])))"
        }
        return "<<\(entries)>>"
    }
}
