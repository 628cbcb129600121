#if canImport(CHarfBuzz)
    import CHarfBuzz
    import Foundation

    /// Sets text with HarfBuzz, in font files found on this machine.
    ///
    /// The outlines depend on the font file and the text only, not on the machine's language settings.
    public struct HarfBuzzTypesetter: Typesetter {
        /// The longest text in characters; a signature is shorter.
        public static let longestText = 200

        public let faces: [FontFace]
        public let textFace: FontFace?
        private let fonts: [String: HarfBuzzFont]

        /// Opens the faces' files, and the plain face's if it is installed.
        ///
        /// - Throws: ``TypesettingError/fontMissing(face:looked:debianPackage:)`` or
        ///   ``TypesettingError/fontUnreadable(face:path:)`` for the first face that cannot be used.
        public init(
            faces: [FontFace] = HandwritingFace.all, textFace: FontFace? = TextFace.dejaVuSans,
            locations: FontLocations = FontLocations()
        ) throws(TypesettingError) {
            var fonts: [String: HarfBuzzFont] = [:]
            for face in faces {
                let path = try locations.path(of: face)
                guard let font = HarfBuzzFont(path: path) else { throw .fontUnreadable(face: face.name, path: path) }
                fonts[face.id] = font
            }
            if let textFace, let path = try? locations.path(of: textFace), let font = HarfBuzzFont(path: path) {
                fonts[textFace.id] = font
                self.textFace = textFace
            } else {
                self.textFace = nil
            }
            self.faces = faces
            self.fonts = fonts
        }

        public func outline(of text: String, face id: String) throws(TypesettingError) -> Outline {
            guard let font = fonts[id], let face = (faces + [textFace].compactMap(\.self)).first(where: { $0.id == id })
            else { throw .unknownFace(id) }
            guard text.count <= Self.longestText else { throw .textTooLong(limit: Self.longestText) }
            if let character = text.first(where: Self.isControl) {
                throw .noGlyph(character: character, face: face.name)
            }
            switch font.outline(of: text) {
            case .success(let outline): return outline
            case .failure(let missing): throw .noGlyph(character: missing.character, face: face.name)
            }
        }

        /// Whether a character steers output instead of being shown: tabs, line breaks, other control characters.
        private static func isControl(_ character: Character) -> Bool {
            character.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
                default: false
                }
            }
        }
    }
#endif
