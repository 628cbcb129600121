#if canImport(CFontconfig)
    import CFontconfig

    /// The fonts that documents can embed, in the order of searching.
    final class FontList: @unchecked Sendable {
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

        let candidates: [Candidate]
        /// Retained, because it owns the candidates' character sets.
        private let fonts: UnsafeMutablePointer<FcFontSet>?

        /// - Parameter fonts: a list of fontconfig's, which the new object then owns
        init(_ fonts: UnsafeMutablePointer<FcFontSet>?, first families: [String]) {
            self.fonts = fonts
            candidates = Self.inOrder(fonts.map(Self.candidates) ?? [], families)
        }

        deinit {
            if let fonts { FcFontSetDestroy(fonts) }
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
