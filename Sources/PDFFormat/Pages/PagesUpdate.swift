import Foundation

/// An incremental update that paints over pages' own content and adds pages after the last (ISO 32000-2 §7.5.6, §7.7.3).
///
/// It changes what pages show, so it belongs before a document's first signature.
package struct PagesUpdate {
    private var update: IncrementalUpdate
    private let document: PDFDocument
    /// A stream with `q`, placed before the pages' own content.
    private var opening: PDFReference?
    private var stamps: [StampForm: PDFReference] = [:]
    /// Resources with a stamp, by the resources that pages had before.
    private var resources: [SharedResources: PDFReference] = [:]

    private struct StampForm: Hashable {
        var width: Double
        var height: Double
        var rotation: Int
    }

    private struct SharedResources: Hashable {
        var before: PDFReference
        var stamp: PDFReference
    }

    /// - Throws: ``PDFError`` if the document is damaged or does not permit changes to its pages
    package init(_ document: PDFDocument) throws(PDFError) {
        try document.checkChangesAreAllowed()
        update = try IncrementalUpdate(document)
        self.document = document
    }

    /// Paints rectangles and a stamp over the page's own content. Annotations and fields stay above them.
    ///
    /// - Throws: `PDFError.unsupported` with the page's number if its content ends in a state that cannot be closed
    package mutating func paint(
        _ covers: [(rect: PageRect, color: InkColor)], stamp: PageStamp?, on page: PDFPage
    ) throws(PDFError) {
        guard !covers.isEmpty || stamp != nil else { return }
        var dictionary = try update.dictionary(page.reference)
        let own = try contents(of: page)
        let end = try Self.end(of: own.map(\.stream), of: page, in: document)
        var content = ContentStream()
        end.close(&content)
        if !covers.isEmpty {
            content.save()
            content.addRaw("/Artifact BMC")
            for cover in covers {
                let rect = page.userSpaceRect(cover.rect)
                content.draw(
                    .fill(
                        .rectangle(x: rect.left, y: rect.bottom, width: rect.width, height: rect.height),
                        color: cover.color))
            }
            content.addRaw("EMC")
            content.restore()
        }
        if let stamp {
            let form = try form(of: stamp, for: page)
            let (entry, name) = try resources(of: page, painting: form)
            dictionary["Resources"] = entry
            content.save()
            content.addRaw("/Artifact BMC")
            let scale = 1 / page.userUnit
            content.concatenate(scale, 0, 0, scale, page.cropBox.left, page.cropBox.bottom)
            content.paint(name)
            content.addRaw("EMC")
            content.restore()
        }
        let open = opening ?? update.add(.stream(PDFStream(dictionary: [:], encodedBytes: Data("q\n".utf8))))
        opening = open
        let over = update.add(.stream(PDFStream(dictionary: [:], encodedBytes: content.data)))
        dictionary["Contents"] = .array([.reference(open)] + own.map(\.entry) + [.reference(over)])
        update.set(page.reference, to: .dictionary(dictionary))
    }

    /// Adds the pages of another document after the last one.
    ///
    /// - Throws: `PDFError.unsupported` if the page tree's root cannot have another child
    package mutating func append(_ added: PDFDocument) throws(PDFError) {
        guard let root = try document.catalog()["Pages"]?.referenceValue else {
            throw .damaged("the catalog's /Pages is not a reference", offset: document.newestSection.offset)
        }
        var node = try update.dictionary(root)
        guard node["Kids"] != nil else { throw .unsupported("its page tree has no place for another page") }
        let count = try document.pages().count
        var copier = ObjectCopier(added)
        var kids: [PDFObject] = []
        for page in try added.pages() {
            let box = page.cropBox.object
            var result: PDFDictionary = [
                "Type": .name("Page"), "Parent": .reference(root), "MediaBox": box, "CropBox": box,
                "Rotate": .integer(0),
            ]
            result["Resources"] = copier.copy(page.inherited["Resources"] ?? .dictionary([:]), to: &update)
            if let contents = page.dictionary["Contents"] { result["Contents"] = copier.copy(contents, to: &update) }
            kids.append(.reference(update.add(.dictionary(result))))
        }
        try copier.finish(&update)
        try update.append(kids, toArray: "Kids", of: &node)
        node["Count"] = .integer(count + kids.count)
        update.set(root, to: .dictionary(node))
    }

    /// Returns the document's bytes with the update behind them.
    package func bytes() throws(PDFError) -> Data {
        guard !update.isEmpty else { return document.bytes }
        return document.bytes + Data(try update.emitted().bytes)
    }

    // MARK: Content

    private func contents(of page: PDFPage) throws(PDFError) -> [(entry: PDFObject, stream: PDFStream)] {
        guard let contents = page.dictionary["Contents"] else { return [] }
        let entries: [PDFObject] =
            switch try document.resolve(contents) {
            case .array(let entries): entries
            case .null: []
            default: [contents]
            }
        var parts: [(PDFObject, PDFStream)] = []
        for entry in entries {
            // Readers ignore what is not a stream.
            guard case .stream(let stream) = try document.resolve(entry), case .reference = entry else { continue }
            parts.append((entry, stream))
        }
        return parts
    }

    private static func end(
        of streams: [PDFStream], of page: PDFPage, in document: PDFDocument
    ) throws(PDFError) -> ContentEnd {
        var parts: [Data] = []
        for stream in streams { parts.append(try document.decoded(stream)) }
        let end: ContentEnd
        do throws(PDFError) {
            end = try ContentEnd(parts)
        } catch {
            throw .unsupported("the drawing instructions of page \(page.number) cannot be read to their end")
        }
        guard !end.restoresTooMuch else {
            throw .unsupported(
                "the drawing instructions of page \(page.number) restore more graphics states than they save, so "
                    + "nothing can be painted over them reliably")
        }
        return end
    }

    // MARK: The stamp

    private mutating func form(of stamp: PageStamp, for page: PDFPage) throws(PDFError) -> PDFReference {
        let key = StampForm(width: page.size.width, height: page.size.height, rotation: page.rotation)
        if let known = stamps[key] { return known }
        var fonts = PDFDictionary()
        let appearance = try stamp.appearance(width: key.width, height: key.height)
        for font in appearance.fonts {
            fonts[Appearance.resourceName(of: font)] = .reference(update.add(font.object))
        }
        var embedded = CompositeFonts(listsGlyphs: DeclaredConformance(of: document).archivalPart == 1)
        for (font, shaper) in appearance.content.shaperByFont.sorted(by: { $0.key < $1.key }) {
            embedded.add(font, reference: update.reserve(), shaper: shaper)
        }
        for text in appearance.content.shapedTexts { embedded.note(text) }
        try embedded.embed()
        for entry in embedded.resources(of: appearance.content).entries { fonts[entry.key] = entry.value }
        let content = appearance.content.data(&embedded)
        try embedded.write(to: &update)
        var dictionary = appearance.dictionary(rotation: key.rotation, fonts: fonts, images: [:])
        var own = dictionary["Resources"]?.dictionaryValue ?? [:]
        own["ExtGState"] = .dictionary([
            PageStamp.state: .dictionary(["Type": .name("ExtGState"), "ca": .real(stamp.opacity)])
        ])
        dictionary["Resources"] = .dictionary(own)
        let form = update.add(.stream(PDFStream(dictionary: dictionary, encodedBytes: content)))
        stamps[key] = form
        return form
    }

    /// Returns the page's resources with the form among them, and the form's name there. Pages that shared their
    /// resources share the new ones too.
    private mutating func resources(
        of page: PDFPage, painting form: PDFReference
    ) throws(PDFError) -> (entry: PDFObject, name: String) {
        let before = page.inherited["Resources"] ?? .null
        let shared = before.referenceValue.map { SharedResources(before: $0, stamp: form) }
        var own = try document.resolve(before).dictionaryValue ?? [:]
        var forms = try document.value("XObject", in: own).dictionaryValue ?? [:]
        var name = "CsStamp"
        while forms[name] != nil { name += "s" }
        if let shared, let known = resources[shared] { return (.reference(known), name) }
        forms[name] = .reference(form)
        own["XObject"] = .dictionary(forms)
        guard let shared else { return (.dictionary(own), name) }
        let reference = update.add(.dictionary(own))
        resources[shared] = reference
        return (.reference(reference), name)
    }
}
