import Foundation

/// A document's named destinations, and targets with the names replaced (ISO 32000-2 §12.3.2).
struct Destinations: Sendable {
    private let document: PDFDocument
    private let pages: [PDFReference]
    private var named: [Data: PDFObject] = [:]

    /// Actions that take the reader to another place without running anything (§12.6.4).
    private static let navigating: Set<String> = ["GoTo", "GoToR", "URI", "Named"]

    init(_ document: PDFDocument, _ catalog: PDFDictionary, pages: [PDFPage]) throws(PDFError) {
        self.document = document
        self.pages = pages.map(\.reference)
        for entry in try document.readable(catalog["Dests"] ?? .null).dictionaryValue?.entries ?? [] {
            named[Data(PDFName.bytes(of: entry.key))] = entry.value
        }
        let names = try document.readable(catalog["Names"] ?? .null).dictionaryValue ?? [:]
        for (key, value) in try document.leaves(ofTree: names["Dests"], "Names") {
            if let name = key.stringValue, named[name] == nil { named[name] = value }
        }
    }

    /// Returns a destination as an array that begins with a page; `nil` if it leads nowhere.
    func explicit(_ destination: PDFObject) throws(PDFError) -> PDFObject? {
        var target = try document.readable(destination)
        switch target {
        case .string(let name): target = try document.readable(named[name] ?? .null)
        case .name(let name):
            target = try document.readable(named[Data(PDFName.bytes(of: name))] ?? .null)
        default: break
        }
        if case .dictionary(let dictionary) = target { target = try document.readable(dictionary["D"] ?? .null) }
        guard case .array(var elements) = target, let first = elements.first else { return nil }
        // Some programs write the page's index, which only destinations in other files may have.
        if let index = first.integerValue, pages.indices.contains(index) { elements[0] = .reference(pages[index]) }
        return .array(elements)
    }

    /// Returns the action without what follows it; `nil` for an action that does not only navigate.
    func navigation(_ action: PDFObject) throws(PDFError) -> PDFObject? {
        guard case .dictionary(var entries) = try document.readable(action),
            let kind = try document.readable(entries["S"] ?? .null).nameValue, Self.navigating.contains(kind)
        else { return nil }
        entries["Next"] = nil
        if kind == "GoTo" {
            entries["SD"] = nil
            guard let target = try entries["D"].flatMap({ (target) throws(PDFError) in try explicit(target) }) else {
                return nil
            }
            entries["D"] = target
        }
        return .dictionary(entries)
    }
}

extension PDFDocument {
    private static let deepestTree = 32

    /// Returns the leaves of a name or number tree in the file's order (ISO 32000-2 §7.9.6 and §7.9.7).
    ///
    /// - Parameter key: `Names` or `Nums`
    func leaves(ofTree tree: PDFObject?, _ key: String) throws(PDFError) -> [(key: PDFObject, value: PDFObject)] {
        var leaves: [(key: PDFObject, value: PDFObject)] = []
        var seen: Set<PDFReference> = []
        var waiting: [(node: PDFObject, depth: Int)] = tree.map { [($0, 0)] } ?? []
        while let (object, depth) = waiting.popLast() {
            if let reference = object.referenceValue, !seen.insert(reference).inserted { continue }
            guard case .dictionary(let node) = try readable(object), depth < Self.deepestTree else { continue }
            let own = try readable(node[key] ?? .null).arrayValue ?? []
            try meter.charge(own.count)
            for index in stride(from: 0, to: own.count - 1, by: 2) {
                leaves.append((try readable(own[index]), own[index + 1]))
            }
            let kids = try readable(node["Kids"] ?? .null).arrayValue ?? []
            try meter.charge(kids.count)
            waiting += kids.reversed().map { ($0, depth + 1) }
        }
        return leaves
    }
}
