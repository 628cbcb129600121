/// An object that a document refers to and that cannot be read. Rewriting the document leaves it out.
public struct DroppedObject: Sendable, Hashable {
    /// What the document refers to it for.
    public enum Use: Sendable, Hashable {
        /// A field of the form, or a widget of one, on the page with this number, from 1; `nil` if no page shows it.
        case field(page: Int?)
        /// An annotation on the page with this number, from 1.
        case annotation(page: Int)
        /// Anything else.
        case other
    }

    /// The object that cannot be read.
    public var reference: PDFReference
    /// What the document needs it for.
    public var use: Use
    /// The reason, as a part of a sentence.
    public var reason: String

    init(_ reference: PDFReference, use: Use, reason: String) {
        self.reference = reference
        self.use = use
        self.reason = reason
    }
}

extension DroppedObject: CustomStringConvertible {
    /// A phrase for people, such as `a form field on page 1 (object 11 0)`.
    public var description: String {
        switch use {
        case .field(let page?): "a form field on page \(page) (object \(reference))"
        case .field: "a form field (object \(reference))"
        case .annotation(let page): "an annotation on page \(page) (object \(reference))"
        case .other: "object \(reference)"
        }
    }
}

extension PDFDocument {
    /// Returns the objects that the document refers to and that cannot be read, in the order of their numbers.
    ///
    /// - Throws: `PDFError.beyondLimits`
    public func unreadableObjects() throws(PDFError) -> [DroppedObject] {
        var walk = ReachableObjects(self)
        try walk.run()
        return try described(walk.unreadable)
    }

    /// Returns why the document must be rewritten before it can be changed safely, or why an object of it cannot be
    /// read; `nil` for an undamaged document.
    ///
    /// - Throws: `PDFError.beyondLimits`
    public func damage() throws(PDFError) -> String? {
        if let repair { return repair }
        let reason = try unreadableObjects().first?.reason
        // Reading all objects may have revealed other damage.
        return repair ?? reason
    }

    func described(_ unreadable: [PDFReference: PDFError]) throws(PDFError) -> [DroppedObject] {
        guard !unreadable.isEmpty else { return [] }
        let fields = try readable { () throws(PDFError) in try FieldTree(self).unreadable } ?? []
        var shown: [PDFReference: Int] = [:]
        for page in try readable({ () throws(PDFError) in try pages() }) ?? [] {
            let annotations = try readable { () throws(PDFError) in try value("Annots", in: page.dictionary) }
            for case .reference(let annotation) in annotations?.arrayValue ?? [] where unreadable[annotation] != nil {
                shown[annotation] = shown[annotation] ?? page.number
            }
        }
        return unreadable.sorted { $0.key.number < $1.key.number }.map { reference, error in
            let use: DroppedObject.Use =
                fields.contains(reference)
                ? .field(page: shown[reference]) : shown[reference].map { .annotation(page: $0) } ?? .other
            return DroppedObject(
                reference, use: use, reason: Recovery.reason(for: error) ?? "object \(reference) cannot be read")
        }
    }
}

/// The objects reachable from a document's trailer.
struct ReachableObjects {
    let document: PDFDocument
    /// The addresses in the order of finding them.
    private(set) var order: [PDFReference] = []
    private(set) var unreadable: [PDFReference: PDFError] = [:]
    private var seen: Set<PDFReference> = []

    init(_ document: PDFDocument) { self.document = document }

    /// The entries of the trailer that a rewritten file keeps.
    static let trailerKeys = ["Root", "Info", "Encrypt"]

    /// - Parameter kept: what the rewritten file keeps of an object
    mutating func run(_ kept: (PDFReference, PDFObject) -> PDFObject = { $1 }) throws(PDFError) {
        for key in Self.trailerKeys { note(document.trailer[key] ?? .null) }
        var next = 0
        while next < order.count {
            let reference = order[next]
            do {
                note(kept(reference, try document.object(reference)))
            } catch .beyondLimits(let what) {
                throw .beyondLimits(what)
            } catch {
                unreadable[reference] = error
            }
            next += 1
        }
    }

    private mutating func note(_ object: PDFObject) {
        switch object {
        case .reference(let reference):
            if seen.insert(reference).inserted { order.append(reference) }
        case .array(let elements): for element in elements { note(element) }
        case .dictionary(let dictionary): for entry in dictionary.entries { note(entry.value) }
        case .stream(let stream):
            // The new file has its own lengths.
            for entry in stream.dictionary.entries where entry.key != "Length" { note(entry.value) }
        default: return
        }
    }
}
