import Envelopes

/// A length on a page in the dialect's unit: 96 pixels to the inch, measured from the page's top left corner.
package struct PixelLength: Hashable, Sendable {
    package var value: Double

    package init(_ value: Double) {
        self.value = value
    }

    /// The length of so many PDF points, 72 to the inch.
    package init(_ points: Points) {
        value = points.value * 96 / 72
    }

    /// The length in PDF points.
    package var points: Points { Points(value * 72 / 96) }
}
