#if canImport(CHarfBuzz)
    import CHarfBuzz
    import Foundation

    extension HarfBuzzTypesetter {
        public func ink(
            of program: FontSubset.Program, codes: Set<UInt16>, within work: inout Int
        ) -> [UInt16: InkBox]? {
            switch program {
            case .trueType(let data):
                let bytes = [UInt8](data)
                guard TrueTypeProgram.isPlain(bytes), let font = HarfBuzzFont(program: bytes) else { return nil }
                return font.ink(of: codes, within: &work) { UInt32($0) }
            case .compactFontFormat(let data):
                let bytes = [UInt8](data)
                guard let table = CompactFontFormat(bytes), table.isInThousandths,
                    let font = HarfBuzzFont(compactFontFormat: bytes, glyphs: table.glyphCount)
                else { return nil }
                guard let cids = table.characterIDs else { return font.ink(of: codes, within: &work) { UInt32($0) } }
                var numbers: [UInt16: UInt32] = [:]
                for (number, cid) in cids.enumerated() where numbers[cid] == nil { numbers[cid] = UInt32(number) }
                return font.ink(of: codes, within: &work) { numbers[$0] }
            }
        }
    }

    extension HarfBuzzFont {
        /// The most outline elements of one glyph; one with more is made to take long.
        private static let mostElements = 2 * TrueTypeProgram.mostPoints

        /// A font that a document carries.
        convenience init?(program bytes: [UInt8]) {
            guard let blob = Self.blob(bytes), let face = hb_face_create(blob, 0) else { return nil }
            hb_blob_destroy(blob)
            self.init(face: face)
        }

        /// A bare CFF table, whose units are thousandths of the em.
        convenience init?(compactFontFormat bytes: [UInt8], glyphs: Int) {
            guard let count = UInt32(exactly: glyphs), let blob = Self.blob(bytes), let face = hb_face_builder_create()
            else { return nil }
            defer { hb_blob_destroy(blob) }
            defer { hb_face_destroy(face) }
            guard hb_face_builder_add_table(face, "CFF ".utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }, blob) != 0,
                let whole = hb_face_reference_blob(face)
            else { return nil }
            defer { hb_blob_destroy(whole) }
            guard let built = hb_face_create(whole, 0) else { return nil }
            hb_face_set_upem(built, 1000)
            hb_face_set_glyph_count(built, count)
            self.init(face: built)
        }

        private static func blob(_ bytes: [UInt8]) -> OpaquePointer? {
            bytes.withUnsafeBytes { raw in
                hb_blob_create(
                    raw.bindMemory(to: CChar.self).baseAddress, UInt32(bytes.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
            }
        }

        /// - Parameters:
        ///   - work: less afterwards by the elements of outlines and their crossings that were looked at.
        ///   - glyph: the number of the glyph that a code shows; nil for a code that shows none.
        /// - Returns: nil when a code shows no glyph, or drawing them takes too much work.
        func ink(
            of codes: Set<UInt16>, within work: inout Int, _ glyph: (UInt16) -> UInt32?
        ) -> [UInt16: InkBox]? {
            let count = hb_face_get_glyph_count(face)
            var boxes: [UInt16: InkBox] = [:]
            for code in codes.sorted() {
                guard let number = glyph(code), number < count else { return nil }
                let pen = GlyphPen(scale: 1000 / unitsPerEm)
                hb_font_get_glyph_shape(font, number, drawing, Unmanaged.passUnretained(pen).toOpaque())
                guard pen.elements.count <= Self.mostElements else { return nil }
                // One for the glyph itself, which takes time without elements too.
                work -= 1
                boxes[code] = InkBox(pen.elements, within: &work)
                guard work >= 0 else { return nil }
            }
            return boxes
        }
    }
#endif
