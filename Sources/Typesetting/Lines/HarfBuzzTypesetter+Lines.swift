#if canImport(CHarfBuzz)
    extension HarfBuzzTypesetter {
        /// Sets the line in the fonts of ``FontOrder``, up to ``longestLine`` code points.
        ///
        /// - Throws: ``TypesettingError/textTooLong(limit:)`` and ``TypesettingError/noFont(character:)``
        public func line(
            _ text: String, isBold: Bool, direction: TextDirection
        ) throws(TypesettingError) -> ShapedLine {
            try line(text, in: isBold ? .bold : .regular, direction: direction)
        }

        /// Sets the line in a font of the look where it has the characters, else in those of ``FontOrder``.
        ///
        /// - Throws: ``TypesettingError/textTooLong(limit:)`` and ``TypesettingError/noFont(character:)``
        public func line(
            _ text: String, like look: FontLook, direction: TextDirection
        ) throws(TypesettingError) -> ShapedLine {
            try line(text, in: .look(look), direction: direction)
        }

        private func line(
            _ text: String, in style: FontStyle, direction: TextDirection
        ) throws(TypesettingError) -> ShapedLine {
            guard text.unicodeScalars.count <= Self.longestLine else { throw .textTooLong(limit: Self.longestLine) }
            let key = LineCache.Key(text, style, direction)
            if let known = library.line(key) { return known }
            let line = try LineItems(text, in: style, direction: direction, library: library)
            var runs: [ShapedLine.Run] = []
            var pen = 0.0
            var (top, bottom) = (0.0, 0.0)
            for item in line.items {
                guard let font = library.font(item.font),
                    let (clusters, advance) = font.shape(line.scalars, item.shaping, at: pen)
                else { throw .noFont(character: Self.firstVisible(of: line.scalars[item.shaping.range])) }
                for glyph in clusters.flatMap(\.glyphs) {
                    guard let extents = font.extents(of: glyph) else { continue }
                    top = max(top, extents.top)
                    bottom = min(bottom, extents.bottom)
                }
                pen += advance
                runs.append(
                    ShapedLine.Run(
                        font: item.font, isRightToLeft: item.shaping.isRightToLeft, clusters: clusters,
                        blank: font.blank))
            }
            let shaped = ShapedLine(
                text: text, runs: runs, advance: pen, inkTop: top, inkBottom: bottom,
                isRightToLeft: line.isRightToLeft)
            library.keep(shaped, for: key)
            return shaped
        }

        /// Makes a subset with HarfBuzz.
        ///
        /// - Throws: ``TypesettingError/subsetFailed(font:)``, also for a font that this typesetter did not select
        public func subset(of font: FontID, glyphs: Set<Int>) throws(TypesettingError) -> FontSubset {
            guard let opened = library.font(font) else { throw .subsetFailed(font: font.path) }
            return try opened.subset(glyphs)
        }

        /// Returns a line's outline in the fonts of its characters.
        func outline(of line: ShapedLine) -> VectorPath {
            let pen = GlyphPen(scale: 1)
            for run in line.runs {
                guard let font = library.font(run.font) else { continue }
                for glyph in run.clusters.flatMap(\.glyphs) { font.draw(glyph, with: pen) }
            }
            return VectorPath(pen.elements)
        }

        private static func firstVisible(of scalars: ArraySlice<UInt32>) -> Character {
            let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
            return text.first { !$0.isWhitespace } ?? "\u{FFFD}"
        }
    }
#endif
