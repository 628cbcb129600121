#if canImport(CHarfBuzz)
    import CHarfBuzz

    /// A unit of shaping: code points of one direction, script and language.
    struct ShapingItem {
        let range: Range<Int>
        let isRightToLeft: Bool
        let script: hb_script_t
        /// A BCP 47 tag.
        let language: String
    }

    extension HarfBuzzFont {
        /// The factor that converts the font's units to thousandths of the em.
        private var toThousandths: Double { 1000 / unitsPerEm }

        private func thousandths(_ value: Int32) -> Double { GlyphPen.rounded(Double(value) * toThousandths) }

        /// Shapes a part of a line into clusters from left to right, beginning at `x` thousandths of the em.
        ///
        /// - Returns: the clusters and the pen's advance; `nil` if a character has no glyph
        func shape(
            _ line: [UInt32], _ item: ShapingItem, at x: Double
        ) -> (clusters: [ShapedLine.Cluster], advance: Double)? {
            guard let buffer = hb_buffer_create() else { return nil }
            defer { hb_buffer_destroy(buffer) }
            // The whole line is the context, because letters join across the part's ends.
            hb_buffer_add_utf32(
                buffer, line, Int32(line.count), UInt32(item.range.lowerBound), Int32(item.range.count))
            hb_buffer_set_direction(buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
            hb_buffer_set_script(buffer, item.script)
            hb_buffer_set_language(buffer, hb_language_from_string(item.language, -1))
            hb_shape(font, buffer, nil, 0)
            var infoCount: UInt32 = 0
            var positionCount: UInt32 = 0
            guard let infos = hb_buffer_get_glyph_infos(buffer, &infoCount),
                let positions = hb_buffer_get_glyph_positions(buffer, &positionCount)
            else { return ([], 0) }
            let count = Int(min(infoCount, positionCount))
            let starts = Set((0..<count).map { Int(infos[$0].cluster) }).sorted() + [item.range.upperBound]
            let ends = Dictionary(zip(starts, starts.dropFirst())) { first, _ in first }

            var clusters: [ShapedLine.Cluster] = []
            var pen: Double = 0
            var next = 0
            while next < count {
                let start = Int(infos[next].cluster)
                let scalars = line[start..<max(start, ends[start] ?? start)]
                let left = pen
                var glyphs: [ShapedLine.Glyph] = []
                while next < count, Int(infos[next].cluster) == start {
                    let glyph = infos[next].codepoint
                    guard glyph != 0 else { return nil }
                    let position = positions[next]
                    glyphs.append(
                        ShapedLine.Glyph(
                            id: Int(glyph), x: x + (pen + Double(position.x_offset)) * toThousandths,
                            y: thousandths(position.y_offset), width: width(of: glyph),
                            text: plainText(of: glyph, among: scalars)))
                    pen += Double(position.x_advance)
                    next += 1
                }
                clusters.append(
                    ShapedLine.Cluster(
                        text: Self.text(scalars), glyphs: glyphs, x: x + left * toThousandths,
                        advance: (pen - left) * toThousandths))
            }
            return (clusters, pen * toThousandths)
        }

        /// The font's glyph for a space.
        var blank: ShapedLine.Glyph? {
            nominalGlyph(0x20).map { ShapedLine.Glyph(id: Int($0), x: 0, y: 0, width: width(of: $0), text: " ") }
        }

        /// Whether the font draws something for a code point.
        func inks(_ scalar: Unicode.Scalar) -> Bool {
            guard let glyph = nominalGlyph(scalar.value) else { return false }
            var extents = hb_glyph_extents_t()
            guard hb_font_get_glyph_extents(font, glyph, &extents) != 0 else { return false }
            return extents.width != 0 && extents.height != 0
        }

        /// Returns the extent of a glyph's ink above and below the baseline; `nil` without ink.
        func extents(of glyph: ShapedLine.Glyph) -> (top: Double, bottom: Double)? {
            var extents = hb_glyph_extents_t()
            guard let id = UInt32(exactly: glyph.id), hb_font_get_glyph_extents(font, id, &extents) != 0,
                extents.height != 0
            else { return nil }
            let top = glyph.y + thousandths(extents.y_bearing)
            return (top, top + thousandths(extents.height))
        }

        /// Draws a glyph with its origin at a place given in thousandths of the em.
        func draw(_ glyph: ShapedLine.Glyph, with pen: GlyphPen) {
            guard let id = UInt32(exactly: glyph.id) else { return }
            pen.begin(scale: toThousandths, x: glyph.x / toThousandths, y: glyph.y / toThousandths)
            hb_font_get_glyph_shape(font, id, drawing, Unmanaged.passUnretained(pen).toOpaque())
        }

        func width(of glyph: UInt32) -> Double {
            GlyphPen.rounded(Double(hb_font_get_glyph_h_advance(font, glyph)) * toThousandths)
        }

        private func nominalGlyph(_ scalar: UInt32) -> UInt32? {
            var glyph: hb_codepoint_t = 0
            return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 && glyph != 0 ? glyph : nil
        }

        private func plainText(of glyph: UInt32, among scalars: ArraySlice<UInt32>) -> String? {
            scalars.first { nominalGlyph($0) == glyph }.map { Self.text([$0]) }
        }

        private static func text(_ scalars: ArraySlice<UInt32>) -> String {
            String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
        }
    }
#endif
