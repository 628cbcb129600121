#if canImport(CHarfBuzz)
    import CHarfBuzz

    /// A character for which a font draws nothing.
    struct MissingGlyph: Error {
        let character: Character
    }

    /// One opened font. HarfBuzz's font and face objects are made immutable here. Immutable objects may be used from
    /// several threads at once, so this class is safe to share.
    final class HarfBuzzFont: @unchecked Sendable {
        let face: OpaquePointer
        let font: OpaquePointer
        let drawing: OpaquePointer
        let unitsPerEm: Double
        let ascender: Double
        let descender: Double

        /// - Parameter index: the index of the font in the file
        /// - Returns: `nil` if the file has no such font with glyphs
        convenience init?(path: String, index: Int = 0) {
            guard let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
            defer { hb_blob_destroy(blob) }
            guard let index = UInt32(exactly: index), hb_face_count(blob) > index,
                let face = hb_face_create(blob, index)
            else { return nil }
            self.init(face: face)
        }

        /// - Parameter face: the face, which the new object then owns
        init?(face: OpaquePointer) {
            let upem = hb_face_get_upem(face)
            guard hb_face_get_glyph_count(face) > 0, upem > 0, let font = hb_font_create(face) else {
                hb_face_destroy(face)
                return nil
            }
            guard let drawing = hb_draw_funcs_create() else {
                hb_font_destroy(font)
                hb_face_destroy(face)
                return nil
            }
            hb_face_make_immutable(face)
            hb_font_set_scale(font, Int32(upem), Int32(upem))
            Self.setCallbacks(of: drawing)
            var extents = hb_font_extents_t()
            hb_font_get_h_extents(font, &extents)
            hb_font_make_immutable(font)
            self.face = face
            self.font = font
            self.drawing = drawing
            unitsPerEm = Double(upem)
            ascender = GlyphPen.rounded(Double(extents.ascender) * 1000 / Double(upem))
            descender = GlyphPen.rounded(Double(extents.descender) * 1000 / Double(upem))
        }

        deinit {
            hb_draw_funcs_destroy(drawing)
            hb_font_destroy(font)
            hb_face_destroy(face)
        }

        func outline(of text: String) -> Result<VectorPath, MissingGlyph> {
            guard let buffer = hb_buffer_create() else { return .success(VectorPath()) }
            defer { hb_buffer_destroy(buffer) }
            let bytes = Array(text.utf8)
            bytes.withUnsafeBytes { raw in
                let start = raw.bindMemory(to: CChar.self).baseAddress
                hb_buffer_add_utf8(buffer, start, Int32(bytes.count), 0, Int32(bytes.count))
            }
            // The language is set first, because guessing it would read the process's locale.
            hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
            hb_buffer_guess_segment_properties(buffer)
            hb_shape(font, buffer, nil, 0)

            var infoCount: UInt32 = 0
            var positionCount: UInt32 = 0
            guard let infos = hb_buffer_get_glyph_infos(buffer, &infoCount),
                let positions = hb_buffer_get_glyph_positions(buffer, &positionCount)
            else { return .success(VectorPath()) }

            let pen = GlyphPen(scale: 1000 / unitsPerEm)
            var inkedClusters: Set<UInt32> = []
            var missing: UInt32?
            for index in 0..<Int(min(infoCount, positionCount)) {
                let info = infos[index]
                let position = positions[index]
                if info.codepoint == 0 { missing = min(missing ?? .max, info.cluster) }
                let before = pen.elements.count
                pen.glyphX = Double(position.x_offset)
                pen.glyphY = Double(position.y_offset)
                hb_font_get_glyph_shape(font, info.codepoint, drawing, Unmanaged.passUnretained(pen).toOpaque())
                if pen.elements.count > before { inkedClusters.insert(info.cluster) }
                pen.originX += Double(position.x_advance)
                pen.originY += Double(position.y_advance)
            }
            let clusters = Set((0..<Int(infoCount)).map { infos[$0].cluster })
            if let character = unshown(in: text, clusters: clusters, inked: inkedClusters, missing: missing) {
                return .failure(MissingGlyph(character: character))
            }
            return .success(VectorPath(pen.elements))
        }

        /// Returns the first character without a glyph, or with an empty one although it is not white space. Some fonts
        /// map letters they never drew to empty glyphs.
        private func unshown(
            in text: String, clusters: Set<UInt32>, inked: Set<UInt32>, missing: UInt32?
        ) -> Character? {
            var offset: UInt32 = 0
            for character in text {
                let end = offset + UInt32(character.utf8.count)
                let own = clusters.filter { $0 >= offset && $0 < end }
                if let missing, missing >= offset, missing < end { return character }
                let isBlank =
                    character.isWhitespace
                    || character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
                if !isBlank, !own.isEmpty, own.isDisjoint(with: inked) { return character }
                offset = end
            }
            return nil
        }

        private static func setCallbacks(of drawing: OpaquePointer) {
            hb_draw_funcs_set_move_to_func(drawing, { _, data, _, x, y, _ in GlyphPen.at(data)?.move(x, y) }, nil, nil)
            hb_draw_funcs_set_line_to_func(drawing, { _, data, _, x, y, _ in GlyphPen.at(data)?.line(x, y) }, nil, nil)
            hb_draw_funcs_set_quadratic_to_func(
                drawing, { _, data, _, cx, cy, x, y, _ in GlyphPen.at(data)?.quadratic(cx, cy, x, y) }, nil, nil)
            hb_draw_funcs_set_cubic_to_func(
                drawing, { _, data, _, ax, ay, bx, by, x, y, _ in GlyphPen.at(data)?.cubic(ax, ay, bx, by, x, y) },
                nil, nil)
            hb_draw_funcs_set_close_path_func(drawing, { _, data, _, _ in GlyphPen.at(data)?.close() }, nil, nil)
            hb_draw_funcs_make_immutable(drawing)
        }
    }
#endif
