import Foundation

extension PDFComposition {
    /// Combines the pages of several documents, in order, into a new file.
    ///
    /// The appearances of annotations and form fields become part of the pages. Fields, signatures, links, bookmarks
    /// and layers are dropped: the original documents remain the evidence.
    ///
    /// - Throws: `PDFError.noPages`, or `.damaged…` for an unreadable document
    public static func combined(
        _ documents: [PDFDocument],
        information: DocumentInformation = DocumentInformation(title: "Combined documents")
    ) throws(PDFError) -> Data {
        var file = FileWriter()
        let tree = file.reserve()
        var kids: [PDFObject] = []
        for document in documents {
            var pages = CombinedPages(document)
            for page in try document.pages() {
                kids.append(.reference(try pages.add(page, parent: tree, to: &file)))
            }
            try pages.copier.finish(&file)
        }
        guard !kids.isEmpty else { throw .noPages }
        file.set(
            tree, to: .dictionary(["Type": .name("Pages"), "Kids": .array(kids), "Count": .integer(kids.count)]))
        return information.finish(&file, pages: tree)
    }
}

/// Copies the pages of one document into another.
private struct CombinedPages {
    let document: PDFDocument
    var copier: ObjectCopier
    /// A stream with `q`, placed before content that changes the graphics state.
    private var opening: PDFReference?

    init(_ document: PDFDocument) {
        self.document = document
        copier = ObjectCopier(document)
    }

    private static let ownKeys = ["UserUnit", "BleedBox", "TrimBox", "ArtBox", "Group"]
    private static let inheritedKeys = ["MediaBox", "CropBox", "Rotate"]

    mutating func add(
        _ page: PDFPage, parent: PDFReference, to file: inout FileWriter
    ) throws(PDFError) -> PDFReference {
        var result: PDFDictionary = ["Type": .name("Page"), "Parent": .reference(parent)]
        for (keys, source) in [(Self.inheritedKeys, page.inherited), (Self.ownKeys, page.dictionary)] {
            for key in keys { result[key] = source[key].map { copier.copy($0, to: &file) } }
        }
        if result["MediaBox"] == nil { result["MediaBox"] = page.cropBox.object }
        var resources = try document.value("Resources", in: page.inherited).dictionaryValue ?? [:]
        let annotations = try flatAnnotations(of: page)
        if !annotations.isEmpty {
            var xObjects = try document.value("XObject", in: resources).dictionaryValue ?? [:]
            for (index, annotation) in annotations.enumerated() {
                xObjects[Self.name(index)] = .reference(annotation.form)
            }
            resources["XObject"] = .dictionary(xObjects)
        }
        result["Resources"] = copier.copy(.dictionary(resources), to: &file)
        let contents = try document.value("Contents", in: page.dictionary)
        var parts: [PDFObject] = contents.arrayValue ?? (contents.isNull ? [] : [page.dictionary["Contents"] ?? .null])
        parts = parts.map { copier.copy($0, to: &file) }
        if !annotations.isEmpty {
            let open = opening ?? file.add(.stream(PDFStream(dictionary: [:], encodedBytes: Data("q\n".utf8))))
            opening = open
            let overlay = PDFStream(dictionary: [:], encodedBytes: Self.overlay(annotations))
            parts = [.reference(open)] + parts + [.reference(file.add(.stream(overlay)))]
        }
        if !parts.isEmpty { result["Contents"] = .array(parts) }
        return file.add(.dictionary(result))
    }

    private static func name(_ index: Int) -> String { "CsAnnotation\(index)" }

    private func flatAnnotations(of page: PDFPage) throws(PDFError) -> [FlatAnnotation] {
        var flat: [FlatAnnotation] = []
        for element in try document.value("Annots", in: page.dictionary).arrayValue ?? [] {
            guard case .dictionary(let annotation) = try document.resolve(element),
                let drawn = try FlatAnnotation(annotation, in: document)
            else { continue }
            flat.append(drawn)
        }
        return flat
    }

    /// Returns content that closes the page's own content and paints the appearances over it.
    private static func overlay(_ annotations: [FlatAnnotation]) -> Data {
        var content = ContentStream()
        content.addRaw("\nQ")
        for (index, annotation) in annotations.enumerated() {
            content.save()
            content.concatenate(
                annotation.scaleX, 0, 0, annotation.scaleY, annotation.moveX, annotation.moveY)
            content.paint(name(index))
            content.restore()
        }
        return content.data
    }
}
