#if canImport(CHarfBuzz)
    import Locks

    /// The fonts of this machine, opened on demand.
    final class FontLibrary: Sendable {
        private struct Opened {
            var catalog: FontCatalog?
            var fonts: [FontID: HarfBuzzFont] = [:]
            /// Fonts that cannot be opened or embedded.
            var refused: Set<FontID> = []
        }

        let order: FontOrder
        private let opened = Locked(Opened())

        init(_ order: FontOrder) {
            self.order = order
        }

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
        func font(showing character: Character, isBold: Bool, preferred: FontID?) -> FontID? {
            let catalog = catalog
            let spellings = ShownCharacter.spellings(of: character)
            let candidates = isBold ? catalog.bold : catalog.regular
            if let preferred, let candidate = candidates.first(where: { $0.id == preferred }),
                shows(spellings, candidate)
            {
                return preferred
            }
            return candidates.first { shows(spellings, $0) }?.id
        }

        /// Whether a font has all code points of one of the spellings, and draws those that are not spaces. Some fonts
        /// map letters they never drew to empty glyphs.
        private func shows(_ spellings: [[Unicode.Scalar]], _ candidate: FontCatalog.Candidate) -> Bool {
            spellings.contains { scalars in
                guard scalars.allSatisfy(candidate.has), let font = font(candidate.id) else { return false }
                return scalars.allSatisfy { ShownCharacter.isSpace($0) || font.inks($0) }
            }
        }

        /// Created on first use: most texts need only the standard fonts.
        private var catalog: FontCatalog {
            opened.withLock { opened in
                if let catalog = opened.catalog { return catalog }
                let catalog = FontCatalog(order)
                opened.catalog = catalog
                return catalog
            }
        }
    }
#endif
