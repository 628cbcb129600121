import Envelopes

/// The position and size of a tab in a request, in PDF points from the upper left corner of its page. The API uses
/// whole points. Signatures and initials have only a scale there, no size of their own.
struct RequestedPlace: Equatable {
    let x: Double
    let y: Double
    /// Without the scale.
    let width: Double
    let height: Double
    /// The size of a signature or initials relative to the usual size, 0.5 to 2. `nil` for other tabs, and if no scale
    /// yields the size.
    let scale: Double?

    init(of tab: Envelopes.EnvelopeTab, in definition: Envelopes.EnvelopeDefinition) {
        let frame = tab.frame
        let pages = definition.documents.first { $0.id == tab.documentID }?.pages ?? []
        let page = pages[number: tab.page]
        x = Self.whole(frame.x, extent: frame.width, within: page?.width)
        y = Self.whole(frame.y, extent: frame.height, within: page?.height)
        scale = Self.scale(of: tab)
        let usual = TabDefaults.size(of: tab.kind)
        (width, height) = scale == nil ? (frame.width, frame.height) : usual
    }

    /// Returns the nearest whole point, or the one before it if the tab would extend beyond the page's edge.
    private static func whole(_ position: Double, extent: Double, within length: Double?) -> Double {
        let nearest = position.rounded()
        guard let length, nearest > position, nearest + extent > length else { return nearest }
        return position.rounded(.down)
    }

    /// The greatest difference between lengths that count as equal, in points. Frames are stored in thousandths of a
    /// point.
    private static let tolerance = 0.002

    private static func scale(of tab: Envelopes.EnvelopeTab) -> Double? {
        guard tab.kind.isArtwork else { return nil }
        let usual = TabDefaults.size(of: tab.kind)
        let scale = (tab.frame.width / usual.width * 1_000_000).rounded() / 1_000_000
        guard (0.5...2).contains(scale), abs(usual.height * scale - tab.frame.height) < tolerance else { return nil }
        return scale
    }
}
