import Foundation
import SignedPDF

/// A random PDF file with its expected contents.
struct GeneratedPDF: Sendable {
    struct Page: Sendable, Equatable {
        var mediaBox: [Int]
        /// `nil` if no crop box is given or inherited.
        var cropBox: [Int]?
        var rotation: Int
        /// The page's `/Marker`, different for every page and revision.
        var marker: Int
    }

    var data: Data
    var pages: [Page]
    /// The end of each revision and its pages, oldest revision first.
    var revisions: [(end: Int, pages: [Page])]
    var styles: [RevisionBuilder.Style]
    /// Whether the file has a form with one text field named `Old` on its first page.
    var hasForm: Bool

    /// - Parameters:
    ///   - styles: one style for each revision; random if `nil`
    ///   - pageCount: the number of pages; random if `nil`
    init(seed: Int, styles: [RevisionBuilder.Style]? = nil, pageCount: Int? = nil, junkBefore: String = "") {
        var maker = PDFMaker(seed: seed)
        let styles =
            styles
            ?? (0..<Int.random(in: 1...4, using: &maker.random)).map { _ in
                maker.element(RevisionBuilder.Style.allCases)
            }
        self.styles = styles
        maker.makePages(count: pageCount ?? Int.random(in: 1...12, using: &maker.random))
        hasForm = maker.makeForm()
        var builder = RevisionBuilder(junkBefore: junkBefore, seed: seed)
        let trailer = "/Root 1 0 R/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"
        revisions = []
        for (index, style) in styles.enumerated() {
            let objects = index == 0 ? maker.objects : maker.changeSomePages()
            builder.append(objects, style: style, trailer: trailer)
            revisions.append((builder.bytes.count, maker.pages))
        }
        pages = maker.pages
        data = Data(builder.bytes)
    }
}

/// Makes the objects of a random file.
private struct PDFMaker {
    var random: SeededGenerator
    var objects: [Int: String] = [:]
    var pages: [GeneratedPDF.Page] = []
    private var pageNumbers: [Int] = []
    private var pageEntries: [String] = []
    private var pageParents: [Int] = []
    private var nextNumber = 3
    private var nextMarker = 1000

    init(seed: Int) { random = SeededGenerator(seed) }

    mutating func element<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func number() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private struct Inherited {
        var mediaBox: [Int]?
        var cropBox: [Int]?
        var rotation: Int?
    }

    mutating func makePages(count: Int) {
        objects[1] = "<</Type/Catalog/Pages 2 0 R>>"
        var media = [0, 0, 595, 842]
        if chance(50) {
            media = [Int.random(in: -200...100, using: &random), Int.random(in: -200...100, using: &random), 0, 0]
            media[2] = media[0] + Int.random(in: 300...900, using: &random)
            media[3] = media[1] + Int.random(in: 300...900, using: &random)
        }
        node(2, parent: nil, count: count, inherited: Inherited(), own: Inherited(mediaBox: media), depth: 0)
    }

    private func entries(_ inherited: Inherited) -> String {
        func box(_ values: [Int]) -> String { "[" + values.map(String.init).joined(separator: " ") + "]" }
        var text = ""
        if let mediaBox = inherited.mediaBox { text += "/MediaBox \(box(mediaBox))" }
        if let cropBox = inherited.cropBox { text += "/CropBox \(box(cropBox))" }
        if let rotation = inherited.rotation { text += "/Rotate \(rotation)" }
        return text
    }

    private mutating func randomAttributes(_ inherited: Inherited) -> Inherited {
        var own = Inherited()
        let media = inherited.mediaBox ?? [0, 0, 595, 842]
        if chance(30) {
            own.cropBox = [
                media[0] + Int.random(in: 0...60, using: &random), media[1] + Int.random(in: 0...60, using: &random),
                media[2] - Int.random(in: 0...60, using: &random), media[3] - Int.random(in: 0...60, using: &random),
            ]
        }
        if chance(40) { own.rotation = element([0, 90, 180, 270, -90, 360, 450]) }
        return own
    }

    private mutating func node(
        _ number: Int, parent: Int?, count: Int, inherited: Inherited, own: Inherited, depth: Int
    ) {
        let merged = Inherited(
            mediaBox: own.mediaBox ?? inherited.mediaBox, cropBox: own.cropBox ?? inherited.cropBox,
            rotation: own.rotation ?? inherited.rotation)
        var kids: [Int] = []
        var left = count
        while left > 0 {
            let kid = self.number()
            kids.append(kid)
            let kidAttributes = randomAttributes(merged)
            if depth < 4, chance(35) {
                let share = Int.random(in: 1...left, using: &random)
                node(kid, parent: number, count: share, inherited: merged, own: kidAttributes, depth: depth + 1)
                left -= share
            } else {
                leaf(kid, parent: number, inherited: merged, own: kidAttributes)
                left -= 1
            }
        }
        let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
        objects[number] =
            "<</Type/Pages/Kids[\(list)]/Count \(count)\(parent.map { "/Parent \($0) 0 R" } ?? "")\(entries(own))>>"
    }

    private mutating func leaf(_ number: Int, parent: Int, inherited: Inherited, own: Inherited) {
        let contents = self.number()
        let text = "BT /F 12 Tf (Page) Tj ET"
        objects[contents] = "<</Length \(text.utf8.count)>>stream\n\(text)\nendstream"
        pages.append(
            GeneratedPDF.Page(
                mediaBox: own.mediaBox ?? inherited.mediaBox ?? [], cropBox: own.cropBox ?? inherited.cropBox,
                rotation: (((own.rotation ?? inherited.rotation ?? 0) % 360) + 360) % 360, marker: 0))
        pageNumbers.append(number)
        pageParents.append(parent)
        pageEntries.append("/Contents \(contents) 0 R" + entries(own))
        write(page: pages.count - 1)
    }

    private mutating func write(page index: Int) {
        nextMarker += 1
        pages[index].marker = nextMarker
        objects[pageNumbers[index]] =
            "<</Type/Page/Parent \(pageParents[index]) 0 R/Marker \(nextMarker)\(pageEntries[index])>>"
    }

    /// Returns new versions of some pages, and one new object.
    mutating func changeSomePages() -> [Int: String] {
        var changed: [Int: String] = [:]
        for index in pages.indices where chance(40) {
            write(page: index)
            changed[pageNumbers[index]] = objects[pageNumbers[index]]
        }
        // Far above the numbers that the builder has assigned to its streams.
        nextNumber += 1000
        changed[number()] = "(new)"
        return changed
    }

    /// Makes a form with a text field in some files. Its arrays are sometimes separate objects.
    mutating func makeForm() -> Bool {
        guard chance(60) else { return false }
        let field = number()
        objects[field] =
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(Old)/V(kept)/Rect[10 10 60 30]/F 4/P \(pageNumbers[0]) 0 R>>"
        func array(_ maker: inout PDFMaker) -> String {
            guard maker.chance(50) else { return "[\(field) 0 R]" }
            let number = maker.number()
            maker.objects[number] = "[\(field) 0 R]"
            return "\(number) 0 R"
        }
        var form = "<</Fields \(array(&self))/DA(/Helv 0 Tf 0 g)>>"
        if chance(50) {
            let number = number()
            objects[number] = form
            form = "\(number) 0 R"
        }
        objects[1] = "<</Type/Catalog/Pages 2 0 R/AcroForm \(form)>>"
        pageEntries[0] += "/Annots \(array(&self))"
        write(page: 0)
        return true
    }
}
