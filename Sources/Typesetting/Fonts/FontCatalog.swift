#if canImport(CFontconfig)
    import CFontconfig

    /// Fontconfig's lists of fonts.
    final class FontCatalog: @unchecked Sendable {
        private let configuration: OpaquePointer?

        /// - Parameter directories: directories that fontconfig does not list
        init(directories: [String]) {
            configuration = FcInitLoadConfigAndFonts()
            for directory in directories {
                _ = directory.withCString { text in
                    FcConfigAppFontAddDir(configuration, UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self))
                }
            }
        }

        deinit {
            if let configuration { FcConfigDestroy(configuration) }
        }

        /// Returns all fonts that documents can embed: those of some families first, then those nearest to a style.
        func list(_ style: FontStyle, first families: [String]) -> FontList {
            FontList(sortedFonts(style), first: families)
        }

        /// The language is fixed, so that the order does not depend on the locale.
        private func sortedFonts(_ style: FontStyle) -> UnsafeMutablePointer<FcFontSet>? {
            guard let pattern = FcPatternCreate() else { return nil }
            defer { FcPatternDestroy(pattern) }
            for (key, value) in [(FC_FAMILY, "sans-serif"), (FC_LANG, "en")] {
                _ = value.withCString { text in
                    FcPatternAddString(pattern, key, UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self))
                }
            }
            FcPatternAddInteger(pattern, FC_WEIGHT, style.isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
            FcPatternAddInteger(pattern, FC_SLANT, style.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
            FcConfigSubstitute(configuration, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultMatch
            return FcFontSort(configuration, pattern, 0, nil, &result)
        }
    }
#endif
