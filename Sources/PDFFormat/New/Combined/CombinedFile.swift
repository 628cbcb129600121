import Foundation

extension PDFComposition {
    /// Combines the pages of several documents, in order, into a new file that looks like its sources.
    ///
    /// Annotations, form fields with their values, layers with their state, bookmarks, page labels, links, attachments
    /// and, if every document has them, tags are kept. Fields become read-only, and a field whose name another document
    /// has already used gets another name. Signatures become plain pictures: the single documents remain the evidence,
    /// as the new file's subject says. Scripts, XFA forms and encryption are left out.
    ///
    /// - Parameters:
    ///   - titles: the bookmark of each document, if there are several; by default the document's own title
    ///   - reserved: names that no field gets, such as that of a signature to be added
    /// - Throws: `PDFError.noPages`, or `.damaged…` for a document whose pages cannot be found. An object that cannot be
    ///   read is left out, as viewers do.
    public static func combined(
        _ documents: [PDFDocument], titles: [String] = [],
        information: DocumentInformation = DocumentInformation(title: "Combined documents"),
        reserving reserved: Set<String> = []
    ) throws(PDFError) -> Data {
        var file = try CombinedFile(documents, reserving: reserved)
        for (index, document) in documents.enumerated() {
            try file.add(document, title: index < titles.count ? titles[index] : nil)
        }
        return try file.data(information)
    }
}

/// A new file under construction from the pages of other documents.
struct CombinedFile {
    private var file: FileWriter
    private let tree: PDFReference
    private let isOne: Bool
    private var kids: [PDFObject] = []
    private var form: CombinedForm
    private var layers: CombinedLayers
    private var outline: CombinedOutline
    private var labels = CombinedLabels()
    private var attachments = CombinedAttachments()
    private var structure: CombinedStructure
    private var languages: Set<String?> = []
    private var count = 0

    /// - Parameter documents: all documents to come
    init(_ documents: [PDFDocument], reserving reserved: Set<String>) throws(PDFError) {
        file = FileWriter(capacity: documents.reduce(0) { $0 + $1.bytes.count })
        tree = file.reserve()
        isOne = documents.count == 1
        form = CombinedForm(reserving: reserved)
        layers = CombinedLayers(isOne: isOne)
        outline = CombinedOutline(root: file.reserve(), isOne: isOne)
        structure = try CombinedStructure(of: documents, to: &file)
    }

    mutating func add(_ document: PDFDocument, title: String?) throws(PDFError) {
        count += 1
        var part = try CombinedPart(
            document, title: title ?? "", number: count, isTagged: structure.isTagged, to: &file)
        languages.insert(part.language)
        try structure.add(&part, to: &file)
        try form.add(&part, to: &file)
        try layers.add(&part, to: &file)
        try labels.add(part, to: &file)
        try attachments.add(&part, to: &file)
        try outline.add(&part, to: &file)
        kids += try part.copyPages(parent: tree, to: &file)
        try part.copier.finish(&file)
    }

    mutating func data(_ information: DocumentInformation) throws(PDFError) -> Data {
        guard !kids.isEmpty else { throw .noPages }
        file.set(
            tree, to: .dictionary(["Type": .name("Pages"), "Kids": .array(kids), "Count": .integer(kids.count)]))
        var entries = PDFDictionary()
        entries["AcroForm"] = form.object
        entries["OCProperties"] = layers.object
        entries["PageLabels"] = labels.object
        attachments.enter(&entries)
        outline.enter(&entries, to: &file)
        structure.enter(&entries, to: &file)
        var information = information
        if languages.count == 1, let language = languages.first.flatMap(\.self) { information.language = language }
        if information.subject == nil, !isOne { information.subject = Self.subject }
        return information.finish(&file, pages: tree, entries: entries)
    }

    private static let subject =
        "The pages of several documents in one file. Signatures made in them can be checked in the single documents."
}
