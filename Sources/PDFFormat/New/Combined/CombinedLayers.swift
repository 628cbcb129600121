/// The layers of several documents, each in the state in which its document opens (ISO 32000-2 §8.11.4).
struct CombinedLayers {
    private let isOne: Bool
    private var groups: [PDFObject] = []
    private var hidden: [PDFObject] = []
    private var order: [PDFObject] = []
    /// The parts of the configuration that are lists: of locked layers, of layers that exclude each other, and of
    /// layers whose state depends on the use.
    private var lists: [String: [PDFObject]] = [:]

    init(isOne: Bool) { self.isOne = isOne }

    mutating func add(_ part: inout CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let document = part.document
        guard let properties = try document.readable(part.catalog["OCProperties"] ?? .null).dictionaryValue
        else { return }
        let own = try references(properties["OCGs"], in: document)
        let configuration = try document.readable(properties["D"] ?? .null).dictionaryValue ?? [:]
        let isOff = try document.readable(configuration["BaseState"] ?? .null) == .name("OFF")
        let shown = Set(try references(configuration["ON"], in: document))
        let off = Set(try references(configuration["OFF"], in: document))
        for group in own {
            let copy = part.copier.copy(.reference(group), to: &file)
            groups.append(copy)
            if off.contains(group) || isOff && !shown.contains(group) { hidden.append(copy) }
        }
        for key in ["Locked", "RBGroups", "AS"] {
            let elements = try document.readable(configuration[key] ?? .null).arrayValue ?? []
            lists[key, default: []] += elements.map { part.copier.copy($0, to: &file) }
        }
        let listed = try document.readable(configuration["Order"] ?? .null).arrayValue ?? []
        let copies = listed.map { part.copier.copy($0, to: &file) }
        // A list that begins with a text is shown below it.
        order += isOne || copies.isEmpty ? copies : [.array([.text(part.title)] + copies)]
    }

    private func references(_ list: PDFObject?, in document: PDFDocument) throws(PDFError) -> [PDFReference] {
        let elements = try document.readable(list ?? .null).arrayValue ?? []
        try document.meter.charge(elements.count)
        return elements.compactMap(\.referenceValue)
    }

    /// The properties for the catalog; `nil` without layers.
    var object: PDFObject? {
        guard !groups.isEmpty else { return nil }
        var configuration: PDFDictionary = ["BaseState": .name("ON"), "OFF": .array(hidden), "Order": .array(order)]
        for (key, list) in lists.sorted(by: { $0.key < $1.key }) where !list.isEmpty {
            configuration[key] = .array(list)
        }
        return .dictionary(["OCGs": .array(groups), "D": .dictionary(configuration)])
    }
}
