#if canImport(CHarfBuzz)
    /// Sets text with HarfBuzz, using font files on this machine.
    ///
    /// The outlines depend only on the font file and the text, not on the machine's language settings.
    public struct HarfBuzzTypesetter: Typesetter {
        /// The maximum length of a text in characters; a signature is shorter.
        public static let longestText = 200

        /// The maximum length, in code points, of a line in this machine's fonts.
        public static let longestLine = 8000

        /// The faces that were opened, in the order to offer them.
        public let faces: [FontFace]
        /// Those of the faces for other scripts whose files this machine has.
        public let facesOfOtherScripts: [FontFace]
        let library: FontLibrary
        private let fonts: [String: HarfBuzzFont]

        /// Opens the faces' files. Other fonts are searched when a text first needs them.
        ///
        /// - Parameters:
        ///   - faces: the handwriting faces to offer
        ///   - otherScripts: the faces to offer for text that these lack, where their files are there
        ///   - order: the fonts for other text
        /// - Throws: ``TypesettingError/fontMissing(face:looked:package:)`` or
        ///   ``TypesettingError/fontUnreadable(face:path:)`` for the first unusable face
        public init(
            faces: [FontFace] = HandwritingFace.all, otherScripts: [FontFace] = HandwritingFace.otherScripts,
            locations: FontLocations = FontLocations(),
            order: FontOrder = FontOrder()
        ) throws(TypesettingError) {
            var fonts: [String: HarfBuzzFont] = [:]
            for face in faces {
                let path = try locations.path(of: face)
                guard let font = HarfBuzzFont(path: path) else { throw .fontUnreadable(face: face.name, path: path) }
                fonts[face.id] = font
            }
            var present: [FontFace] = []
            for face in otherScripts {
                guard let path = try? locations.path(of: face), let font = HarfBuzzFont(path: path) else { continue }
                fonts[face.id] = font
                present.append(face)
            }
            self.faces = faces
            facesOfOtherScripts = present
            self.fonts = fonts
            library = FontLibrary(order)
        }

        /// Creates a typesetter for field values only, without handwriting faces.
        public init(withoutHandwriting order: FontOrder) {
            faces = []
            facesOfOtherScripts = []
            fonts = [:]
            library = FontLibrary(order)
        }

        /// Draws the text with the face's own file, up to ``longestText`` characters.
        ///
        /// - Throws: ``TypesettingError/textTooLong(limit:)``, ``TypesettingError/unknownFace(_:)``, and
        ///   ``TypesettingError/noGlyph(character:face:)`` for the first character that the face cannot show
        public func outline(of text: String, face id: String) throws(TypesettingError) -> VectorPath {
            guard text.count <= Self.longestText else { throw .textTooLong(limit: Self.longestText) }
            if id == FontFace.anyScript.id { return outline(of: try line(text, isBold: false, direction: .automatic)) }
            guard let font = fonts[id],
                let face = (faces + facesOfOtherScripts).first(where: { $0.id == id })
            else { throw .unknownFace(id) }
            if let character = text.first(where: { !ShownCharacter.isAllowed($0) }) {
                throw .noGlyph(character: character, face: face.name)
            }
            switch font.outline(of: text) {
            case .success(let outline): return outline
            case .failure(let missing): throw .noGlyph(character: missing.character, face: face.name)
            }
        }
    }
#endif
