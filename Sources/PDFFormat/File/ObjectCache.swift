/// A cache of objects that are needed repeatedly (catalog, page tree, form).
struct ObjectCache: Sendable {
    /// About 16 MiB of memory.
    private static let mostCost = 8 << 20

    private var objects: [PDFReference: PDFObject] = [:]
    private var cost = 0

    func object(_ reference: PDFReference) -> PDFObject? { objects[reference] }

    /// - Parameter cost: the work counted for reading the object
    mutating func keep(_ object: PDFObject, as reference: PDFReference, cost: Int) {
        if case .stream = object { return }
        guard cost <= Self.mostCost / 2, objects[reference] == nil else { return }
        if self.cost + cost > Self.mostCost {
            objects.removeAll()
            self.cost = 0
        }
        objects[reference] = object
        self.cost += cost + 2 * ReadingMeter.perElement
    }
}
