import Countersign

/// What a sheet shows, one thing after the other.
///
/// A sheet that is still sliding away takes no other content: what is set meanwhile is never shown. So the next thing is
/// set only when the system has said that the last one is gone.
struct SheetTurns<Content> {
    struct Shown: Identifiable {
        let id: Int
        let content: Content
    }

    /// What the sheet is to show.
    private(set) var shown: Shown?
    private var waiting: [Shown] = []
    private var isUp = false
    /// Whether the last thing is on its way out: the system will say when it is gone.
    private(set) var isLeaving = false
    private var count = 0

    /// Why nothing can be shown now.
    ///
    /// - Parameter isAttached: whether a view has the sheet.
    func obstacle(isAttached: Bool) -> PresentationObstacle? {
        if !isAttached { return .sheetMissing }
        return shown == nil && waiting.isEmpty ? nil : .alreadyPresenting
    }

    /// Shows something when it is its turn.
    ///
    /// - Returns: its number.
    mutating func show(_ content: Content) -> Int {
        count += 1
        waiting.append(Shown(id: count, content: content))
        advance()
        return count
    }

    /// The system has put it up.
    mutating func appeared(_ id: Int) {
        if shown?.id == id { isUp = true }
    }

    /// Whether the system has put it up, and it is still there.
    func isUp(_ id: Int) -> Bool { isUp && shown?.id == id }

    /// Takes something away that is shown, or waits to be.
    ///
    /// - Returns: what it was; `nil` if it was gone already.
    mutating func takeAway(_ id: Int) -> Content? {
        if let found = waiting.firstIndex(where: { $0.id == id }) { return waiting.remove(at: found).content }
        guard let shown, shown.id == id else { return nil }
        self.shown = nil
        // Nobody says that something is gone which was never there.
        isLeaving = isUp
        isUp = false
        advance()
        return shown.content
    }

    /// The system has said that the last thing is gone.
    mutating func gone() {
        isLeaving = false
        advance()
    }

    private mutating func advance() {
        if shown == nil, !isLeaving, !waiting.isEmpty { shown = waiting.removeFirst() }
    }
}
