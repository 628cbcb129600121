import Foundation

/// A new PDF file of text, lines, drawings and pictures.
///
/// New content goes on the page added last. All coordinates are points from the top left corner of the page, x to the
/// right, y down, as in ``PageRect``.
///
///     var composition = PDFComposition(DocumentInformation(title: "Agreement"))
///     composition.addPage()
///     let end = try composition.paragraph("A long text …", x: 72, y: 72, width: 451)
///     composition.line(fromX: 72, y: end, toX: 523, y: end)
///     let file = try composition.data()
///
/// A tagged file tells screen readers what is a heading, a paragraph or a table. Add the first element before any
/// content, and name each element before its content:
///
///     let document = composition.addElement(.document)
///     composition.element = composition.addElement(.paragraph, in: document)
public struct PDFComposition: Sendable {
    private struct Page: Sendable {
        var width: Double
        var height: Double
        var content = ContentStream()
        var fonts: [StandardFont] = []
        /// Indices into the composition's images.
        var images: [Int] = []
    }

    /// The metadata, which may change until the file is made.
    public var information: DocumentInformation
    private var pages: [Page] = []
    private var images: [RasterImage] = []
    private var structure = DocumentStructure()
    /// The element that new content belongs to. In a tagged file, content without one is decoration.
    public var element: StructureElement?
    private let shaper: (any TextShaper)?

    /// - Parameter shaper: sets characters that the standard fonts lack; without a shaper they are rejected
    public init(_ information: DocumentInformation, shaper: (any TextShaper)? = nil) {
        self.information = information
        self.shaper = shaper
    }

    /// The number of pages added so far.
    public var pageCount: Int { pages.count }

    /// Adds a part at the end of another one, or of the file, which becomes a tagged one.
    ///
    /// - Parameter alternative: a description of what a figure shows
    public mutating func addElement(
        _ role: StructureRole, in parent: StructureElement? = nil, alternative: String? = nil
    ) -> StructureElement {
        structure.add(role, in: parent, alternative: alternative)
    }

    /// Adds a page of the given size in points, A4 by default.
    public mutating func addPage(width: Double = 595.276, height: Double = 841.89) {
        pages.append(Page(width: width, height: height))
    }

    /// Edits the last page; adds one if there is none.
    private mutating func onLastPage(_ edit: (inout Page) -> Void) {
        if pages.isEmpty { addPage() }
        let index = pages.count - 1
        guard !structure.isEmpty else { return edit(&pages[index]) }
        pages[index].content.addRaw(structure.opening(element, onPage: index))
        edit(&pages[index])
        pages[index].content.addRaw("EMC")
    }

    // MARK: Text

    /// Adds one line of text.
    ///
    /// - Parameters:
    ///   - x: the line's left end, middle or right end, according to the style's alignment
    ///   - baseline: the baseline's distance from the page's top
    /// - Throws: `PDFError.unshowableCharacter`
    public mutating func text(_ text: String, x: Double, baseline: Double, style: TextStyle = TextStyle())
        throws(PDFError)
    {
        let line = try style.line(text, shaper)
        let width = line.width * style.size
        let left =
            switch style.alignment {
            case .left: x
            case .center: x - width / 2
            case .right: x - width
            }
        show(line, style, x: left, baseline: baseline)
    }

    private mutating func show(_ line: TextLine, _ style: TextStyle, x: Double, baseline: Double) {
        onLastPage { page in
            for font in line.standardFonts where !page.fonts.contains(font) { page.fonts.append(font) }
            page.content.show(line, size: style.size, x: x, y: page.height - baseline, color: style.color)
        }
    }

    /// Adds text, broken into lines of the given width.
    ///
    /// - Returns: the distance in points from the page's top to the end of the last line, where the next paragraph may
    ///   begin
    /// - Throws: `PDFError.unshowableCharacter`
    @discardableResult
    public mutating func paragraph(
        _ text: String, x: Double, y: Double, width: Double, style: TextStyle = TextStyle()
    ) throws(PDFError) -> Double {
        let font = style.font
        let leading = style.size * style.lineSpacing
        var top = y
        for text in try style.lines(of: text, width: width, shaper) {
            let line = try style.line(text, shaper)
            let free = width - line.width * style.size
            let left =
                switch style.alignment {
                case .left: x
                case .center: x + free / 2
                case .right: x + free
                }
            let baseline = top + (leading - (font.ascent + font.descent) * style.size) / 2 + font.ascent * style.size
            show(line, style, x: left, baseline: baseline)
            top += leading
        }
        return top
    }

    /// Returns the height of a paragraph in points.
    public static func height(
        of text: String, width: Double, style: TextStyle = TextStyle(), shaper: (any TextShaper)? = nil
    ) throws(PDFError) -> Double {
        Double(try style.lines(of: text, width: width, shaper).count) * style.size * style.lineSpacing
    }

    /// Returns the lines of a paragraph.
    public static func lines(
        of text: String, width: Double, style: TextStyle, shaper: (any TextShaper)? = nil
    ) throws(PDFError) -> [String] {
        try style.lines(of: text, width: width, shaper)
    }

    /// Returns the width of a line of text in points.
    public static func width(
        of text: String, style: TextStyle, shaper: (any TextShaper)? = nil
    ) throws(PDFError) -> Double {
        try style.line(text, shaper).width * style.size
    }

    // MARK: Drawings

    /// Adds a straight line to the last page, in points from its top left corner, y down. `width` is the line's width.
    public mutating func line(
        fromX x1: Double, y y1: Double, toX x2: Double, y y2: Double, width: Double = 0.75, color: InkColor = .black
    ) {
        onLastPage { page in
            let path = VectorPath([.move(x: x1, y: page.height - y1), .line(x: x2, y: page.height - y2)])
            page.content.draw(.stroke(path, width: width, color: color))
        }
    }

    /// Adds a rectangle that is filled, outlined or both.
    public mutating func rectangle(
        _ rect: PageRect, fill: InkColor? = nil, stroke: InkColor? = nil, lineWidth: Double = 0.75
    ) {
        onLastPage { page in
            let path = VectorPath.rectangle(
                x: rect.x, y: page.height - rect.y - rect.height, width: rect.width, height: rect.height)
            if let fill { page.content.draw(.fill(path, color: fill)) }
            if let stroke { page.content.draw(.stroke(path, width: lineWidth, color: stroke)) }
        }
    }

    /// Adds a drawing of `size` points, scaled to fit the rectangle, left-aligned and vertically centered.
    public mutating func drawing(_ inks: [Ink], size: (width: Double, height: Double), in rect: PageRect) {
        guard size.width > 0, size.height > 0 else { return }
        let scale = min(rect.width / size.width, rect.height / size.height)
        onLastPage { page in
            let bottom = page.height - rect.y - rect.height + (rect.height - size.height * scale) / 2
            page.content.save()
            page.content.concatenate(scale, 0, 0, scale, rect.x, bottom)
            for ink in inks { page.content.draw(ink) }
            page.content.restore()
        }
    }

    /// Adds a PNG or JPEG picture as its Exif data wants it shown, scaled to fit the rectangle. What else the file tells,
    /// such as the camera and the place, is left out.
    ///
    /// - Throws: `PDFError.invalidImage`
    public mutating func image(_ data: Data, in rect: PageRect) throws(PDFError) {
        image(try RasterImage(data), in: rect)
    }

    package mutating func image(_ raster: RasterImage, in rect: PageRect) {
        let index = images.count
        images.append(raster)
        let size = raster.shownSize
        let scale = min(rect.width / size.width, rect.height / size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        onLastPage { page in
            page.images.append(index)
            page.content.paint(
                raster, named: Appearance.resourceName(ofImage: index), x: rect.x,
                y: page.height - rect.y - rect.height + (rect.height - height) / 2, width: width, height: height)
        }
    }

    // MARK: Writing

    /// Returns the file. The same composition gives the same bytes.
    ///
    /// A file whose fonts are all embedded, that is, one with a shaper or without text, follows PDF/A-3 and says so.
    ///
    /// - Throws: `PDFError.noPages` for a composition without pages
    public func data() throws(PDFError) -> Data {
        guard !pages.isEmpty else { throw .noPages }
        let isArchival = isArchival
        var file = FileWriter()
        let tree = file.reserve()
        var fonts: [StandardFont: PDFReference] = [:]
        for font in StandardFont.allCases where pages.contains(where: { $0.fonts.contains(font) }) {
            fonts[font] = file.add(font.object)
        }
        var compositeFonts = try embeddedFonts(&file)
        var imageReferences: [PDFReference] = []
        for raster in images {
            var image = raster.image
            if let mask = raster.softMask { image.dictionary["SMask"] = .reference(file.add(.stream(mask))) }
            imageReferences.append(file.add(.stream(image)))
        }
        var kids: [PDFReference] = []
        for (number, page) in pages.enumerated() {
            var fontResources = PDFDictionary()
            for font in page.fonts {
                fontResources[Appearance.resourceName(of: font)] = fonts[font].map(PDFObject.reference)
            }
            for entry in compositeFonts.resources(of: page.content).entries { fontResources[entry.key] = entry.value }
            var resources: PDFDictionary = ["Font": .dictionary(fontResources)]
            if isArchival { resources["ColorSpace"] = .dictionary(DefaultColors.spaces) }
            if !page.images.isEmpty {
                var imageResources = PDFDictionary()
                for index in page.images {
                    imageResources[Appearance.resourceName(ofImage: index)] = .reference(imageReferences[index])
                }
                resources["XObject"] = .dictionary(imageResources)
            }
            let content = PDFStream(
                dictionary: ["Filter": .name("FlateDecode")],
                encodedBytes: try FlateFilter.deflate(page.content.data(&compositeFonts)))
            var entries: PDFDictionary = [
                "Type": .name("Page"), "Parent": .reference(tree),
                "MediaBox": PDFRectangle(left: 0, bottom: 0, right: page.width, top: page.height).object,
                "Resources": .dictionary(resources), "Contents": .reference(file.add(.stream(content))),
            ]
            if isArchival, page.images.contains(where: { images[$0].softMask != nil }) {
                entries["Group"] = .dictionary([
                    "S": .name("Transparency"), "CS": DefaultColors.spaces["DefaultRGB"] ?? .null,
                ])
            }
            if !structure.isEmpty {
                entries["StructParents"] = .integer(number)
                entries["Tabs"] = .name("S")
            }
            kids.append(file.add(.dictionary(entries)))
        }
        try compositeFonts.write(to: &file)
        file.set(
            tree,
            to: .dictionary([
                "Type": .name("Pages"), "Kids": .array(kids.map(PDFObject.reference)), "Count": .integer(kids.count),
            ]))
        let tags = structure.isEmpty ? nil : structure.write(to: &file, pages: kids)
        return information.finish(&file, pages: tree, structure: tags, isArchival: isArchival)
    }

    /// Whether all that PDF/A-3 demands is there: embedded fonts, and no color that only a device defines.
    private var isArchival: Bool {
        pages.allSatisfy(\.fonts.isEmpty)
            && images.allSatisfy { $0.image.dictionary["ColorSpace"] != .name("DeviceCMYK") }
    }

    /// Embeds the fonts of shaped text on all pages, with just the glyphs in use.
    private func embeddedFonts(_ file: inout FileWriter) throws(PDFError) -> CompositeFonts {
        var fonts = CompositeFonts()
        for content in pages.map(\.content) {
            for (key, shaper) in content.shaperByFont.sorted(by: { $0.key < $1.key }) where !fonts.has(key) {
                fonts.add(key, reference: file.reserve(), shaper: shaper)
            }
            for text in content.shapedTexts { fonts.note(text) }
        }
        try fonts.embed()
        return fonts
    }
}
