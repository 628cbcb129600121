/// Implements the shaper that documents use.
extension Typesetter {
    /// Sets the line by ``line(_:isBold:direction:)``.
    ///
    /// - Throws: ``TextShapingError`` with the character that no font shows, or with the reason
    public func shape(
        _ text: String, isBold: Bool, direction: TextDirection
    ) throws(TextShapingError) -> ShapedLine {
        do {
            return try line(text, isBold: isBold, direction: direction)
        } catch {
            throw TextShapingError(error)
        }
    }

    /// Sets the line by ``line(_:like:direction:)``.
    ///
    /// - Throws: ``TextShapingError`` with the character that no font shows, or with the reason
    public func shape(
        _ text: String, like look: FontLook, direction: TextDirection
    ) throws(TextShapingError) -> ShapedLine {
        do {
            return try line(text, like: look, direction: direction)
        } catch {
            throw TextShapingError(error)
        }
    }

    /// Makes the font by ``subset(of:glyphs:)``.
    ///
    /// - Throws: ``TextShapingError/unusable(_:)``
    public func font(_ id: FontID, showing glyphs: Set<Int>) throws(TextShapingError) -> FontSubset {
        do {
            return try subset(of: id, glyphs: glyphs)
        } catch {
            throw TextShapingError(error)
        }
    }

    /// Orders the line by the Unicode Bidirectional Algorithm (Unicode Standard Annex #9), whatever the fonts.
    public func order(of line: String, direction: TextDirection) -> (seen: String, isRightToLeft: Bool) {
        let order = LineOrder(line, direction)
        return (order.seen, order.isRightToLeft)
    }
}

extension TextShapingError {
    fileprivate init(_ error: TypesettingError) {
        self = error.character.map(TextShapingError.unshowable) ?? .unusable(error.description)
    }
}
