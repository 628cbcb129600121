/// The entries of a number tree, in order (ISO 32000-2 §7.9.7).
struct NumberTree {
    private static let mostEntries = 500_000
    private static let deepest = 32

    private(set) var entries: [(key: Int, value: PDFObject)] = []
    private var visited: Set<PDFReference> = []

    /// - Parameter object: the root, or `nil` for an empty tree
    /// - Returns: `nil` if readers may differ on the tree: repeated nodes, unexpected contents, keys out of order or
    ///   outside of their node's limits
    init?(_ object: PDFObject?, in document: PDFDocument) throws(PDFError) {
        guard let object, try !document.resolve(object).isNull else { return }
        guard try add(object, in: document, depth: 0) else { return nil }
    }

    private mutating func add(_ object: PDFObject, in document: PDFDocument, depth: Int) throws(PDFError) -> Bool {
        if let reference = object.referenceValue, !visited.insert(reference).inserted { return false }
        try document.meter.charge(64)
        guard depth < Self.deepest, case .dictionary(let node) = try document.resolve(object),
            Set(node.keys).count == node.entries.count,
            node.keys.allSatisfy({ ["Nums", "Kids", "Limits"].contains($0) }),
            node["Nums"] == nil || node["Kids"] == nil
        else { return false }
        let start = entries.count
        for kid in try document.value("Kids", in: node).arrayValue ?? [] {
            guard try add(kid, in: document, depth: depth + 1) else { return false }
        }
        let numbers = try document.value("Nums", in: node).arrayValue ?? []
        try document.meter.charge(numbers.count * 8)
        guard numbers.count.isMultiple(of: 2), entries.count + numbers.count / 2 <= Self.mostEntries else {
            return false
        }
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard case .integer(let key) = numbers[index], entries.last.map({ $0.key < key }) ?? true else {
                return false
            }
            entries.append((key, numbers[index + 1]))
        }
        guard let limits = try document.value("Limits", in: node).arrayValue else {
            return depth == 0 || start == entries.count
        }
        guard limits.count == 2, case .integer(let lowest) = limits[0], case .integer(let highest) = limits[1],
            entries.count > start
        else { return false }
        return lowest <= entries[start].key && entries[entries.count - 1].key <= highest
    }
}
