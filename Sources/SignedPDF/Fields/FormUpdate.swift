import Foundation

/// Adds and fills fields of a document's interactive form in one incremental update (ISO 32000-2 §12.7.3).
struct FormUpdate {
    private enum Place {
        /// The form dictionary is an indirect object.
        case object(PDFReference)
        /// The form dictionary is a direct object in the catalog.
        case catalog(PDFReference)
    }

    private static let lookupsBeforeWalk = 32

    private(set) var update: IncrementalUpdate
    private let document: PDFDocument
    private let purpose: IncrementalUpdate.Purpose
    var form: PDFDictionary
    private let place: Place
    let present: FieldIndex
    private(set) var usedNames: Set<String> = []
    private var newFields: [PDFObject] = []
    private var annotations: [Int: [PDFObject]] = [:]
    private var pages: [Int: PDFPage] = [:]
    /// The units of annotations that name no page.
    private var units: [PDFReference: Double]?
    private var fonts: [StandardFont: PDFReference] = [:]
    /// Shapes the text of this update's fields that a standard font cannot show.
    var shaper: (any TextShaper)?
    private var compositeFonts: CompositeFonts
    /// What the document declares to follow, and keeps following.
    let conformance: DeclaredConformance
    /// The color spaces of every appearance.
    let defaultColors: PDFDictionary
    /// Whether pictures in CMYK keep the document to what it declares (ISO 19005-2 §6.2.4.3).
    private let permitsCMYK: Bool
    /// The document's tags; `nil` for a document without.
    private var tags: FormTags?
    var isTagged: Bool { tags != nil }
    /// Appearances with shaped text. They are written once their fonts are complete.
    private var pending: [(reference: PDFReference, dictionary: PDFDictionary, content: ContentStream)] = []

    init(_ document: PDFDocument, purpose: IncrementalUpdate.Purpose = .content) throws(PDFError) {
        self.document = document
        self.purpose = purpose
        var update = try IncrementalUpdate(document, purpose: purpose)
        guard let root = document.trailer["Root"]?.referenceValue else {
            throw .damaged("the trailer's /Root is not a reference", offset: document.newestSection.offset)
        }
        var catalog = try update.dictionary(root)
        let value = catalog["AcroForm"]
        if case .dictionary(let form) = try update.resolve(value ?? .null) {
            try XFAForm.refuse(in: form, of: document)
            self.form = form
            place = value?.referenceValue.map(Place.object) ?? .catalog(root)
        } else {
            form = PDFDictionary()
            let reference = update.add(.null)
            catalog["AcroForm"] = .reference(reference)
            update.set(root, to: .dictionary(catalog))
            place = .object(reference)
        }
        present = try FieldIndex(form: form, in: document)
        conformance = purpose == .content ? DeclaredConformance(of: document) : DeclaredConformance()
        compositeFonts = CompositeFonts(listsGlyphs: conformance.archivalPart == 1)
        let outputs = conformance.archivalPart == nil ? [3, 4] : DefaultColors.outputComponents(of: document)
        defaultColors = outputs.contains(3) ? [:] : DefaultColors.spaces
        permitsCMYK = outputs.contains(4)
        tags = try purpose == .content ? FormTags(of: document) : nil
        self.update = update
    }

    // MARK: Parts that every field has

    /// Checks a field's name and reserves it. Returns the existing field with this name, if there is one.
    mutating func claim(_ name: String, type: String) throws(PDFError) -> PresentField? {
        guard !name.isEmpty else { throw .invalidField(name: name, reason: "a field needs a name") }
        guard usedNames.insert(name).inserted else {
            throw .invalidField(name: name, reason: "two fields of one update have this name")
        }
        if let field = present.fields[name] {
            guard field.type == type else {
                throw .invalidField(name: name, reason: "the document has a field of another type with this name")
            }
            return field
        }
        guard !name.utf8.contains(0x2E) else {
            throw .invalidField(name: name, reason: "a new field's name must not contain a full stop")
        }
        return nil
    }

    mutating func page(_ number: Int) throws(PDFError) -> PDFPage {
        if let page = pages[number] { return page }
        if pages.count == Self.lookupsBeforeWalk {
            // For many pages, one walk over the tree is cheaper than a descent for each.
            for page in try document.pages() { pages[page.number] = page }
            if let page = pages[number] { return page }
        }
        let page = try document.page(number)
        pages[number] = page
        return page
    }

    /// Returns the length in points of a unit on a widget's page.
    mutating func userUnit(of widget: PDFReference) throws(PDFError) -> Double {
        if let page = try update.resolve(update.dictionary(widget)["P"] ?? .null).dictionaryValue {
            return try PDFPage.userUnit(of: page, in: document)
        }
        if units == nil { units = try Self.units(in: document) }
        return units?[widget] ?? 1
    }

    /// Returns the units of all annotations for which they are not a point.
    private static func units(in document: PDFDocument) throws(PDFError) -> [PDFReference: Double] {
        var units: [PDFReference: Double] = [:]
        for page in try document.pages() where page.userUnit != 1 {
            for annotation in try document.value("Annots", in: page.dictionary).arrayValue ?? [] {
                if let reference = annotation.referenceValue { units[reference] = page.userUnit }
            }
        }
        return units
    }

    /// Converts a rectangle of the page to user space.
    func userSpaceRect(_ rect: PageRect, on page: PDFPage, field: String) throws(PDFError) -> PDFRectangle {
        guard [rect.x, rect.y, rect.width, rect.height].allSatisfy({ $0.isFinite && abs($0) < 1e6 }),
            rect.width > 0, rect.height > 0
        else { throw .invalidField(name: field, reason: "its rectangle has no size") }
        let place = page.userSpaceRect(rect)
        guard !place.intersection(page.cropBox).isEmpty else {
            throw .invalidField(name: field, reason: "its rectangle lies off page \(page.number)")
        }
        return place
    }

    /// Returns the dictionary of a field that is merged with its widget.
    func widget(
        name: String, label: String?, type: String, rect: PDFRectangle, flags: Int, on page: PDFPage
    ) -> PDFDictionary {
        var dictionary: PDFDictionary = [
            "Type": .name("Annot"), "Subtype": .name("Widget"), "FT": .name(type), "T": .text(name),
            "Rect": rect.object, "F": .integer(flags), "P": .reference(page.reference),
        ]
        if let label { dictionary["TU"] = .text(label) }
        if page.rotation != 0 { dictionary["MK"] = .dictionary(["R": .integer(page.rotation)]) }
        return dictionary
    }

    /// Adds a field without a widget of its own to the form. ``addWidget(_:on:)`` adds its widgets.
    mutating func addParent(_ dictionary: PDFDictionary) -> PDFReference {
        let reference = update.add(.dictionary(dictionary))
        newFields.append(.reference(reference))
        return reference
    }

    /// Adds a widget of a field to its page.
    mutating func addWidget(_ dictionary: PDFDictionary, on page: PDFPage) throws(PDFError) -> PDFReference {
        let reference = update.add(.dictionary(try complete(dictionary)))
        tags?.add(reference, shownAs: dictionary, on: page)
        annotations[page.number, default: []].append(.reference(reference))
        return reference
    }

    /// Adds a field that is merged with its widget to the form and to its page.
    mutating func addField(_ dictionary: PDFDictionary, on page: PDFPage) throws(PDFError) {
        newFields.append(.reference(try addWidget(dictionary, on: page)))
    }

    /// Returns a widget with what PDF/A demands of it: a picture, which is one of a button's states (ISO 19005-2
    /// §6.3.3).
    private mutating func complete(_ widget: PDFDictionary) throws(PDFError) -> PDFDictionary {
        guard conformance.archivalPart != nil, let rect = widget["Rect"]?.arrayValue.flatMap({ PDFRectangle($0) }),
            !rect.isEmpty
        else { return widget }
        var widget = widget
        var normal = widget["AP"]?.dictionaryValue?["N"]
        if normal == nil {
            normal = .reference(try add(Appearance(width: rect.width, height: rect.height), rotation: 0))
        }
        if widget["FT"] == .name("Btn"), case .reference? = normal {
            normal = .dictionary([CheckboxAppearance.uncheckedState: normal ?? .null])
            widget["AS"] = .name(CheckboxAppearance.uncheckedState)
        }
        widget["AP"] = .dictionary(["N": normal ?? .null])
        return widget
    }

    mutating func add(_ stream: PDFStream) -> PDFReference { update.add(.stream(stream)) }
    mutating func add(_ dictionary: PDFDictionary) -> PDFReference { update.add(.dictionary(dictionary)) }
    mutating func set(_ reference: PDFReference, to dictionary: PDFDictionary) {
        update.set(reference, to: .dictionary(dictionary))
    }

    mutating func addSignature(_ dictionary: PDFDictionary, reserving bytes: Int) -> PDFReference {
        form["SigFlags"] = .integer((form["SigFlags"]?.integerValue ?? 0) | 3)
        return update.addSignature(dictionary, reserving: bytes)
    }

    mutating func change(_ reference: PDFReference, _ edit: (inout PDFDictionary) -> Void) throws(PDFError) {
        var dictionary = try update.dictionary(reference)
        edit(&dictionary)
        update.set(reference, to: .dictionary(dictionary))
    }

    // MARK: Resources

    /// Adds an appearance's form XObject with its fonts and images.
    mutating func add(_ appearance: Appearance, rotation: Int) throws(PDFError) -> PDFReference {
        var fontResources = PDFDictionary()
        for font in appearance.fonts {
            fontResources[Appearance.resourceName(of: font)] = .reference(try reference(to: font))
        }
        for font in appearance.ownFonts { fontResources[font.name] = .reference(font.reference) }
        var imageResources = PDFDictionary()
        for (index, given) in appearance.images.enumerated() {
            // PDF/A-1 permits no transparency; later parts want a color space for it (ISO 19005-2 §6.2.10).
            let isOpaque = conformance.archivalPart == 1 || !defaultColors.isEmpty
            let raster = try isOpaque ? given.opaque() : given
            var image = raster.image
            guard permitsCMYK || image.dictionary["ColorSpace"] != .name("DeviceCMYK") else {
                throw .invalidImage("it is in CMYK, which the document's PDF/A does not permit; save it in RGB")
            }
            if let mask = raster.softMask { image.dictionary["SMask"] = .reference(update.add(.stream(mask))) }
            imageResources[Appearance.resourceName(ofImage: index)] = .reference(update.add(.stream(image)))
        }
        for (key, shaper) in appearance.content.shaperByFont.sorted(by: { $0.key < $1.key })
        where !compositeFonts.has(key) {
            compositeFonts.add(key, reference: update.add(.null), shaper: shaper)
        }
        for text in appearance.content.shapedTexts { compositeFonts.note(text) }
        for entry in compositeFonts.resources(of: appearance.content).entries {
            fontResources[entry.key] = entry.value
        }
        let dictionary = appearance.dictionary(
            rotation: rotation, fonts: fontResources, images: imageResources, colors: defaultColors)
        guard appearance.content.shapedTexts.isEmpty else {
            let reference = update.add(.null)
            pending.append((reference, dictionary, appearance.content))
            return reference
        }
        return update.add(try Self.form(dictionary, appearance.content.data))
    }

    private static func form(_ dictionary: PDFDictionary, _ content: Data) throws(PDFError) -> PDFObject {
        var dictionary = dictionary
        var content = content
        if content.count > 600 {
            content = try FlateFilter.deflate(content)
            dictionary["Filter"] = .name("FlateDecode")
        }
        return .stream(PDFStream(dictionary: dictionary, encodedBytes: content))
    }

    /// Embeds the fonts and writes the pending appearances.
    private mutating func settleText() throws(PDFError) {
        guard !compositeFonts.isEmpty else { return }
        try compositeFonts.embed()
        for (reference, dictionary, content) in pending {
            update.set(reference, to: try Self.form(dictionary, content.data(&compositeFonts)))
        }
        try compositeFonts.write(to: &update)
    }

    /// Returns the font's object: the one that an earlier update put into the form's resources, or a new one.
    mutating func reference(to font: StandardFont) throws(PDFError) -> PDFReference {
        if let known = fonts[font] { return known }
        let resources = try update.resolve(form["DR"] ?? .null).dictionaryValue ?? [:]
        let formFonts = try update.resolve(resources["Font"] ?? .null).dictionaryValue ?? [:]
        let name = Appearance.resourceName(of: font)
        if case .reference(let reference) = formFonts[name],
            try update.object(reference).dictionaryValue?["BaseFont"] == .name(font.rawValue)
        {
            fonts[font] = reference
            return reference
        }
        let reference = update.add(font.object)
        fonts[font] = reference
        return reference
    }

    /// Adds a font to the form's default resources, where a field's `/DA` looks it up (ISO 32000-2 §12.7.4.3).
    mutating func offer(_ font: StandardFont) throws(PDFError) {
        let name = Appearance.resourceName(of: font)
        let reference = try reference(to: font)
        var resources = try update.resolve(form["DR"] ?? .null).dictionaryValue ?? [:]
        var formFonts = try update.resolve(resources["Font"] ?? .null).dictionaryValue ?? [:]
        guard formFonts[name] != .reference(reference) else { return }
        formFonts[name] = .reference(reference)
        if case .reference(let shared) = resources["Font"] {
            update.set(shared, to: .dictionary(formFonts))
            return
        }
        resources["Font"] = .dictionary(formFonts)
        if case .reference(let shared) = form["DR"] {
            update.set(shared, to: .dictionary(resources))
        } else {
            form["DR"] = .dictionary(resources)
        }
    }

    // MARK: Finishing

    /// Writes the form, the pages' annotations and all collected objects.
    mutating func emitted() throws(PDFError) -> EmittedUpdate {
        if purpose == .content { try settleAppearances() }
        try settleText()
        if purpose == .content, !newFields.isEmpty { try document.checkNewFieldsAreAllowed() }
        for (number, added) in annotations.sorted(by: { $0.key < $1.key }) {
            let reference = try page(number).reference
            let before = try update.dictionary(reference)
            var after = before
            try update.append(added, toArray: "Annots", of: &after)
            if tags != nil, after["Tabs"] == nil, try !document.isSigned() { after["Tabs"] = .name("S") }
            if after != before { update.set(reference, to: .dictionary(after)) }
        }
        try tags?.write(to: &update)
        var form = form
        if !newFields.isEmpty || form["Fields"] == nil { try update.append(newFields, toArray: "Fields", of: &form) }
        switch place {
        case .object(let reference):
            if try update.object(reference) != .dictionary(form) { update.set(reference, to: .dictionary(form)) }
        case .catalog(let root):
            var catalog = try update.dictionary(root)
            if catalog["AcroForm"] != .dictionary(form) {
                catalog["AcroForm"] = .dictionary(form)
                update.set(root, to: .dictionary(catalog))
            }
        }
        return try update.emitted()
    }
}
