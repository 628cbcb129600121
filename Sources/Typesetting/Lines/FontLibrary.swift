#if canImport(CHarfBuzz)
    import Locks

    /// The fonts of this machine, opened as they are needed.
    final class FontLibrary: Sendable {
        private struct Opened {
            var catalog: FontCatalog?
            var fonts: [FontID: HarfBuzzFont] = [:]
            /// Fonts that cannot be opened or may not be carried by a document.
            var refused: Set<FontID> = []
        }

        let order: FontOrder
        private let opened = Locked(Opened())

        init(_ order: FontOrder) {
            self.order = order
        }

        /// A font that a document may carry; nil for one that it may not, or that cannot be read.
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

        /// The first font that shows a character, asking `preferred` before all others.
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

        /// Whether a font has all code points of one of the spellings, and draws those that are not room. Some fonts
        /// map letters they never drew to empty glyphs.
        private func shows(_ spellings: [[Unicode.Scalar]], _ candidate: FontCatalog.Candidate) -> Bool {
            spellings.contains { scalars in
                guard scalars.allSatisfy(candidate.has), let font = font(candidate.id) else { return false }
                return scalars.allSatisfy { ShownCharacter.isSpace($0) || font.inks($0) }
            }
        }

        /// Made when it is first asked: most texts need no other font than the standard ones.
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
