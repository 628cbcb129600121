#if canImport(CFontconfig)
    import CFontconfig

    /// The fonts that fontconfig lists and that documents can embed, in the order of searching.
    final class FontCatalog: @unchecked Sendable {
        struct Candidate {
            let id: FontID
            let family: String
            let isBold: Bool
            fileprivate let characters: OpaquePointer

            /// Whether the font's character map has the code point.
            func has(_ scalar: Unicode.Scalar) -> Bool {
                FcCharSetHasChar(characters, scalar.value) != 0
            }
        }

        let regular: [Candidate]
        let bold: [Candidate]
        /// Retained, because it owns the candidates' character sets.
        private let configuration: OpaquePointer?
        private let sorted: [UnsafeMutablePointer<FcFontSet>]

        init(_ order: FontOrder) {
            let configuration = FcInitLoadConfigAndFonts()
            self.configuration = configuration
            for directory in order.directories {
                _ = directory.withCString { text in
                    FcConfigAppFontAddDir(configuration, UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self))
                }
            }
            let sets = [FC_WEIGHT_REGULAR, FC_WEIGHT_BOLD].map { Self.sortedFonts(configuration, weight: $0) }
            sorted = sets.compactMap(\.self)
            let lists = sets.map { set in Self.inOrder(set.map(Self.candidates) ?? [], order.families) }
            regular = lists[0]
            bold = lists[1]
        }

        deinit {
            for set in sorted { FcFontSetDestroy(set) }
            if let configuration { FcConfigDestroy(configuration) }
        }

        /// Returns all fonts, those nearest to an upright sans-serif of this weight first. The language is fixed, so
        /// that the order does not depend on the locale.
        private static func sortedFonts(
            _ configuration: OpaquePointer?, weight: Int32
        ) -> UnsafeMutablePointer<FcFontSet>? {
            guard let pattern = FcPatternCreate() else { return nil }
            defer { FcPatternDestroy(pattern) }
            for (key, value) in [(FC_FAMILY, "sans-serif"), (FC_LANG, "en")] {
                _ = value.withCString { text in
                    FcPatternAddString(pattern, key, UnsafeRawPointer(text).assumingMemoryBound(to: FcChar8.self))
                }
            }
            FcPatternAddInteger(pattern, FC_WEIGHT, weight)
            FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
            FcConfigSubstitute(configuration, pattern, FcMatchPattern)
            FcDefaultSubstitute(pattern)
            var result = FcResultMatch
            return FcFontSort(configuration, pattern, 0, nil, &result)
        }

        private static func candidates(_ set: UnsafeMutablePointer<FcFontSet>) -> [(Candidate, families: [String])] {
            (0..<Int(set.pointee.nfont)).compactMap { index in
                set.pointee.fonts[index].flatMap(candidate)
            }
        }

        /// Returns an outline font in a format that PDF supports; `nil` for others. Variable fonts are excluded,
        /// because a document would embed their default instance instead of the selected one.
        private static func candidate(_ pattern: OpaquePointer) -> (Candidate, families: [String])? {
            guard let path = string(FC_FILE, pattern), let format = string(FC_FONTFORMAT, pattern),
                format == "TrueType" || format == "CFF", isTrue(FC_OUTLINE, pattern), !isTrue(FC_VARIABLE, pattern)
            else { return nil }
            var index: Int32 = 0
            FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
            guard index >> 16 == 0 else { return nil }
            var characters: OpaquePointer?
            guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch, let characters else {
                return nil
            }
            var weight: Int32 = FC_WEIGHT_REGULAR
            FcPatternGetInteger(pattern, FC_WEIGHT, 0, &weight)
            var families: [String] = []
            while families.count < 16, let family = string(FC_FAMILY, pattern, Int32(families.count)) {
                families.append(family)
            }
            let candidate = Candidate(
                id: FontID(path: path, index: Int(index)), family: families.first ?? path,
                isBold: weight >= FC_WEIGHT_DEMIBOLD, characters: characters)
            return (candidate, families)
        }

        /// Returns the fonts of the wanted families first, each family's in the given order.
        private static func inOrder(
            _ fonts: [(Candidate, families: [String])], _ wanted: [String]
        ) -> [Candidate] {
            var rest = fonts.map { (font: $0.0, names: Set($0.families.map { $0.lowercased() })) }
            var first: [Candidate] = []
            for family in wanted {
                let name = family.lowercased()
                first += rest.filter { $0.names.contains(name) }.map(\.font)
                rest.removeAll { $0.names.contains(name) }
            }
            return first + rest.map(\.font)
        }

        private static func string(_ key: String, _ pattern: OpaquePointer, _ index: Int32 = 0) -> String? {
            var text: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(pattern, key, index, &text) == FcResultMatch, let text else { return nil }
            return String(cString: text)
        }

        private static func isTrue(_ key: String, _ pattern: OpaquePointer) -> Bool {
            var value: FcBool = 0
            return FcPatternGetBool(pattern, key, 0, &value) == FcResultMatch && value != 0
        }
    }
#endif
