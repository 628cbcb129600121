#if canImport(CHarfBuzz)
    /// Sets text with HarfBuzz, in font files found on this machine.
    ///
    /// The outlines depend on the font file and the text only, not on the machine's language settings.
    public struct HarfBuzzTypesetter: Typesetter {
        /// The longest text in characters; a signature is shorter.
        public static let longestText = 200

        /// The longest line in code points that is set in this machine's fonts.
        public static let longestLine = 8000

        public let faces: [FontFace]
        let library: FontLibrary
        private let fonts: [String: HarfBuzzFont]

        /// Opens the faces' files. Other fonts are looked for when a text first needs them.
        ///
        /// - Parameters:
        ///   - faces: The handwritings to offer.
        ///   - order: In which fonts other text is set.
        /// - Throws: ``TypesettingError/fontMissing(face:looked:package:)`` or
        ///   ``TypesettingError/fontUnreadable(face:path:)`` for the first face that cannot be used.
        public init(
            faces: [FontFace] = HandwritingFace.all, locations: FontLocations = FontLocations(),
            order: FontOrder = FontOrder()
        ) throws(TypesettingError) {
            var fonts: [String: HarfBuzzFont] = [:]
            for face in faces {
                let path = try locations.path(of: face)
                guard let font = HarfBuzzFont(path: path) else { throw .fontUnreadable(face: face.name, path: path) }
                fonts[face.id] = font
            }
            self.faces = faces
            self.fonts = fonts
            library = FontLibrary(order)
        }

        /// Offers no handwriting: for whoever sets values only.
        public init(withoutHandwriting order: FontOrder) {
            faces = []
            fonts = [:]
            library = FontLibrary(order)
        }

        public func outline(of text: String, face id: String) throws(TypesettingError) -> VectorPath {
            guard text.count <= Self.longestText else { throw .textTooLong(limit: Self.longestText) }
            if id == FontFace.anyScript.id { return outline(of: try line(text, isBold: false, direction: .automatic)) }
            guard let font = fonts[id], let face = faces.first(where: { $0.id == id }) else { throw .unknownFace(id) }
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
