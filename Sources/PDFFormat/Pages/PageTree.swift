/// Finds pages in the page tree (ISO 32000-2 §7.7.3.2).
///
/// If the nodes' `/Count` allows it, a page is found by its number without reading the pages before it. Counts are
/// trusted only if a node's count equals the sum of its children's; otherwise the tree is walked. A walk ignores nodes
/// that it has already visited, as in a cycle.
struct PageTree {
    private static let inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"]
    private static let deepest = 64
    /// The work counted for a page besides reading it, because it takes memory.
    private static let workPerPage = 1000

    let document: PDFDocument
    private let root: PDFReference
    private let rootNode: PDFDictionary

    init(_ document: PDFDocument) throws(PDFError) {
        self.document = document
        guard let root = try document.catalog()["Pages"]?.referenceValue else {
            throw .damaged("the catalog's /Pages is not a reference", offset: document.newestSection.offset)
        }
        guard case .dictionary(let node) = try document.object(root) else {
            throw .damagedObject(root, "the page tree's root is not a dictionary")
        }
        self.root = root
        rootNode = node
    }

    /// Returns the number of pages that the root states if a page with that number exists; otherwise counts them.
    func count() throws(PDFError) -> Int {
        let stated = try document.value("Count", in: rootNode).integerValue ?? 0
        if stated > 0, try directPage(at: stated - 1) != nil { return stated }
        var walk = Walk(stopAfter: Int.max)
        try visit(root, rootNode, inherited: [:], depth: 0, &walk)
        guard walk.found > 0 else { throw .noPages }
        return walk.found
    }

    /// Returns the page with an index from 0.
    func page(at index: Int) throws(PDFError) -> PDFPage {
        if let page = try directPage(at: index) { return page }
        var walk = Walk(stopAfter: index + 1)
        try visit(root, rootNode, inherited: [:], depth: 0, &walk)
        guard let page = walk.last, walk.found == index + 1 else {
            throw walk.found == 0 ? .noPages : .noSuchPage(index + 1, pageCount: walk.found)
        }
        return page
    }

    /// Returns all pages in order.
    func pages() throws(PDFError) -> [PDFPage] {
        var walk = Walk(stopAfter: Int.max, keepsAll: true)
        try visit(root, rootNode, inherited: [:], depth: 0, &walk)
        guard !walk.pages.isEmpty else { throw .noPages }
        return walk.pages
    }

    // MARK: Descending by count

    /// Descends by `/Count`. Returns `nil` as soon as the counts do not add up.
    private func directPage(at index: Int) throws(PDFError) -> PDFPage? {
        var node = rootNode
        var inherited = Self.merge(node, into: [:])
        var remaining = index
        for _ in 0..<Self.deepest {
            guard case .array(let kids) = try document.value("Kids", in: node),
                let count = try document.value("Count", in: node).integerValue, remaining < count
            else { return nil }
            let step = count == kids.count ? try onlyChild(kids, remaining) : try child(kids, remaining, of: count)
            guard let step else { return nil }
            inherited = Self.merge(step.node, into: inherited)
            if !step.isNode {
                return try PDFPage(
                    reference: step.reference, number: index + 1, dictionary: step.node, inherited: inherited,
                    in: document)
            }
            (node, remaining) = (step.node, step.index)
        }
        return nil
    }

    private struct Step {
        var reference: PDFReference
        var node: PDFDictionary
        var isNode: Bool
        /// The index within the child.
        var index: Int
    }

    /// Returns the child at an index if each child holds one page.
    private func onlyChild(_ kids: [PDFObject], _ index: Int) throws(PDFError) -> Step? {
        guard index < kids.count, let kid = kids[index].referenceValue else { return nil }
        let node = try self.node(kid)
        let isNode = try isPageTreeNode(node)
        if isNode, try document.value("Count", in: node).integerValue != 1 { return nil }
        return Step(reference: kid, node: node, isNode: isNode, index: 0)
    }

    /// Returns the child that holds the page at an index, by the counts of the children, which must add up.
    private func child(_ kids: [PDFObject], _ index: Int, of stated: Int) throws(PDFError) -> Step? {
        var sum = 0
        var step: Step?
        for kid in kids {
            guard let kid = kid.referenceValue else { return nil }
            let node = try self.node(kid)
            let isNode = try isPageTreeNode(node)
            let count = isNode ? try document.value("Count", in: node).integerValue ?? -1 : 1
            guard count >= 0, count <= stated - sum else { return nil }
            if step == nil, index < sum + count {
                step = Step(reference: kid, node: node, isNode: isNode, index: index - sum)
            }
            sum += count
        }
        return sum == stated ? step : nil
    }

    // MARK: Walking

    private struct Walk {
        var stopAfter: Int
        var keepsAll = false
        var found = 0
        var last: PDFPage?
        var pages: [PDFPage] = []
        var visited: Set<PDFReference> = []
    }

    private func visit(
        _ reference: PDFReference, _ node: PDFDictionary, inherited: PDFDictionary, depth: Int, _ walk: inout Walk
    ) throws(PDFError) {
        guard depth <= Self.deepest else { throw .damagedObject(reference, "the page tree is too deep") }
        let merged = Self.merge(node, into: inherited)
        guard try isPageTreeNode(node) else {
            walk.found += 1
            guard walk.keepsAll || walk.found == walk.stopAfter else { return }
            try document.meter.charge(Self.workPerPage)
            let page = try PDFPage(
                reference: reference, number: walk.found, dictionary: node, inherited: merged, in: document)
            if walk.keepsAll { walk.pages.append(page) } else { walk.last = page }
            return
        }
        guard walk.visited.insert(reference).inserted else { return }
        guard case .array(let kids) = try document.value("Kids", in: node) else { return }
        for kid in kids where walk.found < walk.stopAfter {
            guard case .reference(let kid) = kid else {
                throw .damagedObject(reference, "a page tree node's child is not a reference")
            }
            try document.meter.charge(8)
            try visit(kid, try self.node(kid), inherited: merged, depth: depth + 1, &walk)
        }
    }

    private func node(_ reference: PDFReference) throws(PDFError) -> PDFDictionary {
        guard case .dictionary(let node) = try document.object(reference) else {
            throw .damagedObject(reference, "a page is not a dictionary")
        }
        return node
    }

    private func isPageTreeNode(_ node: PDFDictionary) throws(PDFError) -> Bool {
        if node["Kids"] != nil { return true }
        return try document.value("Type", in: node) == .name("Pages")
    }

    private static func merge(_ node: PDFDictionary, into inherited: PDFDictionary) -> PDFDictionary {
        var merged = inherited
        for key in inheritable {
            if let value = node[key] { merged[key] = value }
        }
        return merged
    }
}

extension PDFDocument {
    /// Returns the number of pages.
    ///
    /// - Throws: `PDFError.noPages` if there are none
    public func pageCount() throws(PDFError) -> Int { try PageTree(self).count() }

    /// Returns the page with a number, counted from 1.
    ///
    /// - Throws: `PDFError.noSuchPage` for a number outside `1...pageCount()`
    public func page(_ number: Int) throws(PDFError) -> PDFPage {
        let tree = try PageTree(self)
        guard number >= 1, number < Int.max else { throw .noSuchPage(number, pageCount: try tree.count()) }
        return try tree.page(at: number - 1)
    }

    /// Returns all pages in order. For a loop this is faster than requesting each page by its number.
    public func pages() throws(PDFError) -> [PDFPage] { try PageTree(self).pages() }
}
