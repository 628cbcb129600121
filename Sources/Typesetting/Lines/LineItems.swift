#if canImport(CHarfBuzz)
    import CHarfBuzz

    /// Splits a line into parts of one direction, script and font, in visual order from left to right.
    struct LineItems {
        struct Item {
            let shaping: ShapingItem
            let font: FontID
        }

        let scalars: [UInt32]
        let items: [Item]
        let isRightToLeft: Bool

        /// - Throws: ``TypesettingError/noFont(character:)`` for the first character that no font shows
        init(
            _ text: String, in style: FontStyle, direction: TextDirection, library: FontLibrary
        ) throws(TypesettingError) {
            scalars = text.unicodeScalars.map(\.value)
            let bidi = BidiLevels(scalars, direction)
            isRightToLeft = bidi.base % 2 == 1
            let scripts = Self.scripts(of: scalars)
            let fonts = try Self.fonts(for: text, scripts: scripts, in: style, library: library)
            let language = IdeographLanguage.tag(for: scalars, order: library.order.ideographs)

            var parts: [(item: Item, level: Int)] = []
            var start = 0
            for end in scalars.indices.dropFirst().map(\.self) + [scalars.count] where end > start {
                if end < scalars.count, bidi.levels[end] == bidi.levels[start], fonts[end] == fonts[start],
                    scripts[end] == scripts[start]
                {
                    continue
                }
                let shaping = ShapingItem(
                    range: start..<end, isRightToLeft: bidi.levels[start] % 2 == 1, script: scripts[start],
                    language: Self.isIdeographic(scripts[start]) ? language : "und")
                parts.append((Item(shaping: shaping, font: fonts[start]), bidi.levels[start]))
                start = end
            }
            items = BidiLevels.visualOrder(of: parts.map(\.level)).map { parts[$0].item }
        }

        private static func isIdeographic(_ script: hb_script_t) -> Bool {
            [HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_HANGUL, HB_SCRIPT_BOPOMOFO].contains(
                script)
        }

        /// Returns each code point's script. Marks, digits and punctuation belong to no script and take that of the
        /// preceding text, or at the beginning of the following text (Unicode Standard Annex #24 §5.2).
        private static func scripts(of scalars: [UInt32]) -> [hb_script_t] {
            let functions = hb_unicode_funcs_get_default()
            let own = scalars.map { hb_unicode_script(functions, $0) }
            func isShared(_ script: hb_script_t) -> Bool {
                script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
            }
            var current = own.first { !isShared($0) } ?? HB_SCRIPT_COMMON
            return own.map { script in
                if !isShared(script) { current = script }
                return current
            }
        }

        /// Returns each code point's font. A character has one font, and a script keeps its font as long as that has
        /// the next character.
        private static func fonts(
            for text: String, scripts: [hb_script_t], in style: FontStyle, library: FontLibrary
        ) throws(TypesettingError) -> [FontID] {
            var fonts: [FontID?] = []
            /// The latest font for a script's own characters.
            var chosen: (font: FontID, script: hb_script_t)?
            var waiting: [Character] = []
            for character in text {
                guard ShownCharacter.isAllowed(character) else { throw .noFont(character: character) }
                let script = scripts[fonts.count]
                let preferred = chosen.flatMap { $0.script == script ? $0.font : nil }
                if preferred == nil, character.unicodeScalars.allSatisfy(ShownCharacter.isSpace) {
                    // Spaces at a script's beginning wait for the font of its first letter.
                    waiting.append(character)
                    fonts += character.unicodeScalars.map { _ in nil }
                    continue
                }
                guard let font = library.font(showing: character, in: style, preferred: preferred) else {
                    throw .noFont(character: character)
                }
                if chosen?.script != script { chosen = (font, script) }
                fonts += character.unicodeScalars.map { _ in font }
            }
            var next: FontID?
            for index in fonts.indices.reversed() {
                if let font = fonts[index] {
                    next = font
                } else {
                    fonts[index] = next
                }
            }
            guard fonts.contains(nil), let room = waiting.last else { return fonts.compactMap(\.self) }
            // Only spaces until the end.
            guard
                let last = fonts.last(where: { $0 != nil }).flatMap(\.self)
                    ?? library.font(showing: room, in: style, preferred: nil)
            else { throw .noFont(character: room) }
            return fonts.map { $0 ?? last }
        }
    }
#endif
