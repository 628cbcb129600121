import Essentials

#if canImport(CHarfBuzz)
    import Glyphs

    /// The fonts of this machine, opened on demand.
    final class FontLibrary: Sendable {
        private struct Opened {
            var lists: [FontStyle: FontList] = [:]
            var catalog: FontCatalog?
            var fonts: [FontID: HarfBuzzFont] = [:]
            /// Fonts that cannot be opened or embedded.
            var refused: Set<FontID> = []
        }

        let order: FontOrder
        private let opened = Locked(Opened())
        private let lines = Locked(LineCache())

        init(_ order: FontOrder) {
            self.order = order
        }

        /// Returns a line that was shaped before.
        func line(_ key: LineCache.Key) -> ShapedLine? { lines.withLock { $0[key] } }

        func keep(_ line: ShapedLine, for key: LineCache.Key) { lines.withLock { $0.keep(line, for: key) } }

        /// Returns an embeddable font; `nil` if it may not be embedded or cannot be read.
        func font(_ id: FontID) -> HarfBuzzFont? {
            opened.withLock { opened in
                if let font = opened.fonts[id] { return font }
                guard !opened.refused.contains(id) else { return nil }
                guard let font = HarfBuzzFont(path: id.path, index: id.index), font.mayBeEmbedded else {
                    opened.refused.insert(id)
                    return nil
                }
                opened.fonts[id] = font
                return font
            }
        }

        /// Returns the first font that shows a character, trying `preferred` before all others.
        func font(showing character: Character, in style: FontStyle, preferred: FontID?) -> FontID? {
            let spellings = ShownCharacter.spellings(of: character)
            let candidates = candidates(style)
            if let preferred, let candidate = candidates.first(where: { $0.id == preferred }),
                shows(spellings, candidate)
            {
                return preferred
            }
            return candidates.first { shows(spellings, $0) }?.id
        }

        /// Whether a font has all code points of one of the spellings, and draws those that are not spaces. Some fonts
        /// map letters they never drew to empty glyphs.
        private func shows(_ spellings: [[Unicode.Scalar]], _ candidate: FontList.Candidate) -> Bool {
            spellings.contains { scalars in
                guard scalars.allSatisfy(candidate.has), let font = font(candidate.id) else { return false }
                return scalars.allSatisfy { ShownCharacter.isSpace($0) || font.inks($0) }
            }
        }

        /// The fonts for a style in the order of searching. Fontconfig is asked on first use.
        private func candidates(_ style: FontStyle) -> [FontList.Candidate] {
            opened.withLock { opened in
                if let list = opened.lists[style] { return list.candidates }
                let catalog = opened.catalog ?? FontCatalog(directories: order.directories)
                opened.catalog = catalog
                let list = catalog.list(style, first: style.families(order))
                opened.lists[style] = list
                return list.candidates
            }
        }
    }
#endif
