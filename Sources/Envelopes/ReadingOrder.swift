/// The order in which a reader meets tabs. The page and the PDF's fields both keep it.
extension Envelope {
    /// A recipient's tabs by document, page, row, and from left to right within a row.
    package func tabsInReadingOrder(of id: RecipientID) -> [EnvelopeTab] {
        let own = Dictionary(grouping: tabs(of: id), by: \.documentID)
        return documents.sorted { $0.order < $1.order }.flatMap { ReadingOrder.sorted(own[$0.id, default: []]) }
    }
}

enum ReadingOrder {
    /// Sorts tabs of one document.
    static func sorted(_ tabs: [EnvelopeTab]) -> [EnvelopeTab] {
        Dictionary(grouping: tabs, by: \.page).sorted { $0.key < $1.key }.flatMap { rows($0.value).joined() }
    }

    /// Returns the rows of a page from top to bottom. A tab belongs to the row above if its middle lies within the height
    /// of that row's first tab. Tabs in the same place keep their order.
    private static func rows(_ tabs: [EnvelopeTab]) -> [[EnvelopeTab]] {
        var rows: [[EnvelopeTab]] = []
        for tab in stably(tabs, by: middle) {
            if let first = rows.last?.first, middle(tab) <= first.frame.y + first.frame.height {
                rows[rows.count - 1].append(tab)
            } else {
                rows.append([tab])
            }
        }
        return rows.map { stably($0, by: \.frame.x) }
    }

    private static func middle(_ tab: EnvelopeTab) -> Double { tab.frame.y + tab.frame.height / 2 }

    private static func stably(_ tabs: [EnvelopeTab], by key: (EnvelopeTab) -> Double) -> [EnvelopeTab] {
        tabs.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}
