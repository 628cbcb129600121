/// The role of a part of a tagged document (ISO 32000-1 §14.8.4).
public enum StructureRole: String, Sendable, Hashable {
    case document = "Document"
    case section = "Sect"
    case title = "H1"
    case heading = "H2"
    case subheading = "H3"
    case paragraph = "P"
    case list = "L"
    case listItem = "LI"
    case listLabel = "Lbl"
    case listBody = "LBody"
    case table = "Table"
    case tableRow = "TR"
    /// The heading of a row.
    case rowHeader = "TH"
    case cell = "TD"
    case figure = "Figure"
}

/// A part of a tagged document.
public struct StructureElement: Sendable, Hashable {
    let index: Int
}

/// The parts of a tagged document in reading order, and the content of its pages that belongs to each
/// (ISO 32000-1 §14.7).
struct DocumentStructure: Sendable {
    private enum Kid: Sendable {
        case element(Int)
        case content(page: Int, identifier: Int)
    }

    private struct Element: Sendable {
        let role: StructureRole
        let parent: Int?
        let alternative: String?
        var kids: [Kid] = []
        /// The page of the first content; `nil` for an element without content of its own.
        var page: Int?
    }

    private var elements: [Element] = []
    /// The elements of each page's content, in the order of its identifiers.
    private var owners: [Int: [Int]] = [:]

    var isEmpty: Bool { elements.isEmpty }

    mutating func add(
        _ role: StructureRole, in parent: StructureElement?, alternative: String?
    ) -> StructureElement {
        let index = elements.count
        elements.append(Element(role: role, parent: parent?.index, alternative: alternative))
        if let parent { elements[parent.index].kids.append(.element(index)) }
        return StructureElement(index: index)
    }

    /// Returns the operands that begin content of an element on a page; `nil` stands for content without meaning.
    mutating func opening(_ element: StructureElement?, onPage page: Int) -> String {
        guard let element else { return "/Artifact BMC" }
        let identifier = owners[page, default: []].count
        owners[page, default: []].append(element.index)
        elements[element.index].kids.append(.content(page: page, identifier: identifier))
        if elements[element.index].page == nil { elements[element.index].page = page }
        return "/\(elements[element.index].role.rawValue) <</MCID \(identifier)>> BDC"
    }

    /// Writes the structure tree and returns its root.
    func write(to file: inout FileWriter, pages: [PDFReference]) -> PDFReference {
        let root = file.reserve()
        let references = elements.map { _ in file.reserve() }
        for (element, reference) in zip(elements, references) {
            var entries: PDFDictionary = [
                "S": .name(element.role.rawValue),
                "P": .reference(element.parent.map { references[$0] } ?? root),
                "K": .array(element.kids.map { kid(of: element, $0, references, pages) }),
            ]
            if let page = element.page { entries["Pg"] = .reference(pages[page]) }
            if let alternative = element.alternative { entries["Alt"] = .text(alternative) }
            if element.role == .rowHeader {
                entries["A"] = .dictionary(["O": .name("Table"), "Scope": .name("Row")])
            }
            file.set(reference, to: .dictionary(entries))
        }
        let top = zip(elements, references).filter { $0.0.parent == nil }.map { PDFObject.reference($0.1) }
        let numbers = pages.indices.flatMap { page -> [PDFObject] in
            [.integer(page), .array((owners[page] ?? []).map { .reference(references[$0]) })]
        }
        file.set(
            root,
            to: .dictionary([
                "Type": .name("StructTreeRoot"), "K": .array(top),
                "ParentTree": .dictionary(["Nums": .array(numbers)]), "ParentTreeNextKey": .integer(pages.count),
            ]))
        return root
    }

    private func kid(
        of element: Element, _ kid: Kid, _ references: [PDFReference], _ pages: [PDFReference]
    ) -> PDFObject {
        switch kid {
        case .element(let index): .reference(references[index])
        case .content(let page, let identifier) where page == element.page: .integer(identifier)
        case .content(let page, let identifier):
            .dictionary([
                "Type": .name("MCR"), "Pg": .reference(pages[page]), "MCID": .integer(identifier),
            ])
        }
    }
}
