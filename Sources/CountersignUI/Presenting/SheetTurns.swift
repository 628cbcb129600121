import Countersign

/// The contents of a sheet, one after another.
///
/// A sheet that is still being dismissed accepts no other content; anything set meanwhile is never shown. So the next
/// content is set only after the system reports that the last one is gone.
struct SheetTurns<Content> {
    struct Shown: Identifiable {
        let id: Int
        let content: Content
    }

    /// The content that the sheet should show.
    private(set) var shown: Shown?
    private var waiting: [Shown] = []
    private var isUp = false
    /// Whether the last content is being dismissed; the system will report when it is gone.
    private(set) var isLeaving = false
    private var count = 0

    /// Returns why nothing can be shown now.
    ///
    /// - Parameter isAttached: whether a view has the sheet
    func obstacle(isAttached: Bool) -> PresentationObstacle? {
        if !isAttached { return .sheetMissing }
        return shown == nil && waiting.isEmpty ? nil : .alreadyPresenting
    }

    /// Shows content when its turn comes.
    ///
    /// - Returns: the content's number
    mutating func show(_ content: Content) -> Int {
        count += 1
        waiting.append(Shown(id: count, content: content))
        advance()
        return count
    }

    /// Records that the system has shown the content.
    mutating func appeared(_ id: Int) {
        if shown?.id == id { isUp = true }
    }

    /// Whether the system has shown the content, and it is still there.
    func isUp(_ id: Int) -> Bool { isUp && shown?.id == id }

    /// Removes content that is shown or waiting.
    ///
    /// - Returns: the content; `nil` if it was already gone
    mutating func takeAway(_ id: Int) -> Content? {
        if let found = waiting.firstIndex(where: { $0.id == id }) { return waiting.remove(at: found).content }
        guard let shown, shown.id == id else { return nil }
        self.shown = nil
        // The system does not report the removal of content that never appeared.
        isLeaving = isUp
        isUp = false
        advance()
        return shown.content
    }

    /// Records that the system has removed the last content.
    mutating func gone() {
        isLeaving = false
        advance()
    }

    private mutating func advance() {
        if shown == nil, !isLeaving, !waiting.isEmpty { shown = waiting.removeFirst() }
    }
}
