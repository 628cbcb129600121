import Foundation

/// One document on its way into a combined file.
struct CombinedPart {
    let document: PDFDocument
    let catalog: PDFDictionary
    let pages: [PDFPage]
    /// The document's title, which its bookmark shows.
    let title: String
    /// The language of the document's text; `nil` if it states none.
    let language: String?
    /// The addresses of the new pages.
    let copies: [PDFReference]
    var copier: ObjectCopier
    /// The new names of the fonts that default appearance strings use, where they differ.
    var fontNames: [String: String] = [:]
    private let destinations: Destinations
    private var seen: Set<PDFReference> = []

    /// - Parameters:
    ///   - title: the title; if empty, the document's own or its number
    ///   - isTagged: whether the document's tags are copied
    init(
        _ document: PDFDocument, title: String, number: Int, isTagged: Bool, to file: inout FileWriter
    ) throws(PDFError) {
        self.document = document
        catalog = try document.catalog()
        pages = try document.pages()
        copies = pages.map { _ in file.reserve() }
        copier = ObjectCopier(
            document, leavingOut: isTagged ? Self.structure : Self.structure.union(["StructElem"]))
        for (page, copy) in zip(pages, copies) { copier.place(page.reference, at: copy) }
        let information = try document.readable(document.trailer["Info"] ?? .null).dictionaryValue ?? [:]
        let own = try document.readable(information["Title"] ?? .null).textValue
        self.title = [title, own ?? ""].first { !$0.isEmpty } ?? "Document \(number)"
        let tag = try document.readable(catalog["Lang"] ?? .null).textValue
        language = tag?.isEmpty == false ? tag : nil
        destinations = try Destinations(document, catalog, pages: pages)
    }

    private static let structure: Set<String> = ["Page", "Pages", "Catalog", "StructTreeRoot"]
    /// Entries that belong to the old file's structure, or that would run something.
    private static let leftOut = ["Parent", "B", "AA", "PieceInfo", "Thumb", "DPart", "PresSteps"]
    private static let inherited = ["Resources", "MediaBox", "CropBox", "Rotate"]

    mutating func copyPages(parent: PDFReference, to file: inout FileWriter) throws(PDFError) -> [PDFObject] {
        for (page, copy) in zip(pages, copies) {
            var entries = page.dictionary
            for key in Self.inherited { entries[key] = page.inherited[key] }
            for key in Self.leftOut { entries[key] = nil }
            if entries["MediaBox"] == nil { entries["MediaBox"] = page.cropBox.object }
            if let annotations = entries["Annots"] { entries["Annots"] = try cleaned(annotations) }
            guard case .dictionary(var result) = copier.copy(.dictionary(entries), to: &file) else { continue }
            result["Type"] = .name("Page")
            result["Parent"] = .reference(parent)
            file.set(copy, to: .dictionary(result))
        }
        return copies.map(PDFObject.reference)
    }

    // MARK: Annotations

    /// Returns a page's annotations without those that were left out.
    private mutating func cleaned(_ annotations: PDFObject) throws(PDFError) -> PDFObject? {
        var kept: [PDFObject] = []
        for element in try document.readable(annotations).arrayValue ?? [] {
            try document.meter.charge(1)
            switch element {
            case .reference(let reference):
                guard !copier.leavesOut(reference) else { continue }
                if seen.insert(reference).inserted, case .dictionary(var entries) = try copier.current(reference) {
                    try clean(annotation: &entries)
                    copier.change(reference, to: entries)
                }
                kept.append(element)
            case .dictionary(var entries):
                try clean(annotation: &entries)
                kept.append(.dictionary(entries))
            default: continue
            }
        }
        return kept.isEmpty ? nil : .array(kept)
    }

    private func clean(annotation: inout PDFDictionary) throws(PDFError) {
        annotation["AA"] = nil
        try clean(target: &annotation)
        if try document.readable(annotation["FT"] ?? .null) == .name("Sig") {
            try SignaturePicture.make(&annotation, in: document)
        }
        if annotation["Subtype"] == .name("FreeText") { try rename(fontsIn: &annotation) }
    }

    /// Makes the target of a link or bookmark an explicit destination or an action that only navigates.
    func clean(target entries: inout PDFDictionary) throws(PDFError) {
        if let destination = entries["Dest"] { entries["Dest"] = try destinations.explicit(destination) }
        if let action = entries["A"] { entries["A"] = try destinations.navigation(action) }
    }

    /// Writes the fonts' new names into a default appearance string.
    func rename(fontsIn entries: inout PDFDictionary) throws(PDFError) {
        guard !fontNames.isEmpty, let string = entries["DA"],
            let bytes = try document.readable(string).stringValue
        else { return }
        entries["DA"] = .string(DefaultAppearanceNames.renamed(bytes, fontNames))
    }
}

extension PDFDocument {
    /// Returns the object itself or its target; `null` where the file is damaged, which viewers skip too.
    ///
    /// - Throws: `PDFError.beyondLimits`
    func readable(_ object: PDFObject) throws(PDFError) -> PDFObject {
        do {
            return try resolve(object)
        } catch .beyondLimits(let reason) {
            throw .beyondLimits(reason)
        } catch {
            return .null
        }
    }
}
