#if canImport(CHarfBuzz)
    import CHarfBuzz
    import Foundation

    extension HarfBuzzFont {
        /// Whether the font's license bits permit embedding a subset (OpenType, `OS/2` table, `fsType`), and it has
        /// outlines that PDF supports. A font without that table forbids nothing.
        var mayBeEmbedded: Bool {
            guard isTrueType || has("CFF ") else { return false }
            guard let table = table("OS/2"), table.count >= 10 else { return true }
            let type = UInt16(table[8]) << 8 | UInt16(table[9])
            let isRestricted = type & 0x000F == 0x0002
            let allowsNoSubset = type & 0x0100 != 0
            let isBitmapOnly = type & 0x0200 != 0
            return !isRestricted && !allowsNoSubset && !isBitmapOnly
        }

        private var isTrueType: Bool { has("glyf") }

        /// The tables that a subset drops, because drawing outlines does not need them.
        private static let droppedTables = [
            "BASE", "GDEF", "GPOS", "GSUB", "JSTF", "MATH", "OS/2", "cmap", "name", "post", "STAT", "fvar", "gvar",
            "avar", "cvar", "HVAR", "VVAR", "MVAR", "VORG", "VDMX", "hdmx", "LTSH", "gasp", "kern", "DSIG", "vhea",
            "vmtx",
            "COLR", "CPAL", "CBDT", "CBLC", "SVG ", "sbix", "meta", "FFTM", "PCLT", "EBDT", "EBLC", "EBSC",
        ]

        /// - Throws: ``TypesettingError/subsetFailed(font:)``
        func subset(_ glyphs: Set<Int>) throws(TypesettingError) -> FontSubset {
            let failure = TypesettingError.subsetFailed(font: postScriptName)
            guard let input = hb_subset_input_create_or_fail() else { throw failure }
            defer { hb_subset_input_destroy(input) }
            let wanted = hb_subset_input_set(input, HB_SUBSET_SETS_GLYPH_INDEX)
            for glyph in glyphs.sorted() {
                if let id = UInt32(exactly: glyph) { hb_set_add(wanted, id) }
            }
            let dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
            for name in Self.droppedTables { hb_set_add(dropped, Self.tag(name)) }
            hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
            guard let plan = hb_subset_plan_create_or_fail(face, input) else { throw failure }
            defer { hb_subset_plan_destroy(plan) }
            guard let part = hb_subset_plan_execute_or_fail(plan) else { throw failure }
            defer { hb_face_destroy(part) }
            let numbers = hb_subset_plan_old_to_new_glyph_mapping(plan)

            let program: FontSubset.Program
            var cids: [UInt16]?
            if isTrueType {
                guard let blob = hb_face_reference_blob(part) else { throw failure }
                defer { hb_blob_destroy(blob) }
                program = .trueType(Data(Self.bytes(of: blob)))
            } else {
                guard let table = Self.table("CFF ", of: part), let font = CompactFontFormat(table) else {
                    throw failure
                }
                program = .compactFontFormat(Data(table))
                cids = font.characterIDs
            }
            var codes: [Int: UInt16] = [:]
            var widths: [Int: Double] = [:]
            for glyph in glyphs {
                guard let id = UInt32(exactly: glyph) else { continue }
                let number = hb_map_get(numbers, id)
                guard let code = UInt16(exactly: number) else { throw failure }
                if let cids {
                    guard Int(code) < cids.count else { throw failure }
                    codes[glyph] = cids[Int(code)]
                } else {
                    codes[glyph] = code
                }
                widths[glyph] = width(of: id)
            }
            return described(program, codes, widths)
        }

        private func described(
            _ program: FontSubset.Program, _ codes: [Int: UInt16], _ widths: [Int: Double]
        ) -> FontSubset {
            let head = table("head") ?? []
            func edge(_ offset: Int) -> Double {
                guard offset + 1 < head.count else { return 0 }
                let value = Int16(bitPattern: UInt16(head[offset]) << 8 | UInt16(head[offset + 1]))
                return GlyphPen.rounded(Double(value) * 1000 / unitsPerEm)
            }
            let isBold = head.count > 45 && head[45] & 1 != 0
            var capHeight: Int32 = 0
            let hasCapHeight = hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &capHeight) != 0
            return FontSubset(
                postScriptName: postScriptName, program: program, codes: codes, widths: widths,
                box: InkBox(left: edge(36), bottom: edge(38), right: edge(40), top: edge(42)),
                ascender: ascender, descender: descender,
                capHeight: hasCapHeight ? GlyphPen.rounded(Double(capHeight) * 1000 / unitsPerEm) : ascender,
                italicAngle: Double(hb_style_get_value(font, HB_STYLE_TAG_SLANT_ANGLE)), isBold: isBold)
        }

        /// The font's PostScript name (`name` table, id 6), limited to characters that need no escapes in a PDF name.
        var postScriptName: String {
            var buffer = [CChar](repeating: 0, count: 128)
            var size = UInt32(buffer.count)
            hb_ot_name_get_utf8(face, hb_ot_name_id_t(HB_OT_NAME_ID_POSTSCRIPT_NAME), nil, &size, &buffer)
            let bytes = buffer.prefix(Int(size)).map { UInt8(bitPattern: $0) }
            let plain = bytes.filter { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D
            }
            return plain.isEmpty ? "Font" : String(decoding: plain, as: UTF8.self)
        }

        private func has(_ name: String) -> Bool {
            guard let blob = hb_face_reference_table(face, Self.tag(name)) else { return false }
            defer { hb_blob_destroy(blob) }
            return hb_blob_get_length(blob) > 0
        }

        func table(_ name: String) -> [UInt8]? { Self.table(name, of: face) }

        private static func table(_ name: String, of face: OpaquePointer) -> [UInt8]? {
            guard let blob = hb_face_reference_table(face, tag(name)) else { return nil }
            defer { hb_blob_destroy(blob) }
            let bytes = bytes(of: blob)
            return bytes.isEmpty ? nil : bytes
        }

        private static func bytes(of blob: OpaquePointer) -> [UInt8] {
            var length: UInt32 = 0
            guard let start = hb_blob_get_data(blob, &length), length > 0 else { return [] }
            return Array(UnsafeRawBufferPointer(start: start, count: Int(length)))
        }

        private static func tag(_ name: String) -> hb_tag_t {
            name.utf8.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) }
        }
    }
#endif
