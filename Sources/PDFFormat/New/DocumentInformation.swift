import Foundation

/// The metadata of a new file (ISO 32000-2 §14.3.3 and §14.9.2).
public struct DocumentInformation: Sendable, Hashable {
    /// The title, which readers show in the window's title bar.
    public var title: String
    /// Who wrote the document (`/Author`); `nil` to leave it out.
    public var author: String?
    /// What the document is about, in one sentence or a few.
    public var subject: String?
    /// The language of the text as a BCP 47 tag: `en`, `de-CH`.
    public var language: String
    /// When the document was made (`/CreationDate`); `nil` to leave it out.
    public var created: Date?

    /// By default, the language is English and only the title is stated.
    public init(
        title: String, author: String? = nil, subject: String? = nil, language: String = "en", created: Date? = nil
    ) {
        self.title = title
        self.author = author
        self.subject = subject
        self.language = language
        self.created = created
    }

    /// Adds the information dictionary and the catalog, and writes the file.
    ///
    /// - Parameters:
    ///   - structure: the root of a tagged file's structure tree
    ///   - entries: more entries of the catalog
    ///   - isArchival: whether the file follows PDF/A-3
    func finish(
        _ file: inout FileWriter, pages: PDFReference, structure: PDFReference? = nil, entries: PDFDictionary = [:],
        isArchival: Bool = false
    ) -> Data {
        let producer = "Countersign"
        var information: PDFDictionary = ["Title": .text(title), "Producer": .text(producer)]
        if let author { information["Author"] = .text(author) }
        if let subject { information["Subject"] = .text(subject) }
        if let created { information["CreationDate"] = .text(PDFDate.string(from: created)) }
        var catalog: PDFDictionary = [
            "Type": .name("Catalog"), "Pages": .reference(pages), "Lang": .text(language),
            "ViewerPreferences": .dictionary(["DisplayDocTitle": .bool(true)]),
        ]
        if let structure {
            catalog["StructTreeRoot"] = .reference(structure)
            catalog["MarkInfo"] = .dictionary(["Marked": .bool(true)])
        }
        for entry in entries.entries { catalog[entry.key] = entry.value }
        if isArchival {
            let metadata = ArchivalMetadata(information: self, producer: producer, isTagged: structure != nil)
            catalog["Metadata"] = .reference(file.add(.stream(metadata.stream)))
        }
        let reference = file.add(.dictionary(information))
        let root = file.add(.dictionary(catalog))
        return file.data(root: root, information: reference)
    }
}
