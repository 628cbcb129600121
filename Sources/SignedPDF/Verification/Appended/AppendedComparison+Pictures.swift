extension AppendedComparison {
    /// Whether a picture in other fonts shows the same text in the same place (``PictureBounds``).
    ///
    /// - Parameter unset: the text where this machine has no font for it.
    mutating func isWithinBounds(
        _ had: PDFStream, of wanted: PDFStream, unset: String?, _ foundFile: PDFDocument, _ expectedFile: PDFDocument
    ) throws(PDFError) -> Bool {
        guard let shaper, let box = wanted.dictionary["BBox"]?.arrayValue.flatMap({ PDFRectangle($0) }),
            let hadFonts = try pictureFonts(of: had, in: foundFile, isFound: true),
            let wantedFonts = try unset == nil ? pictureFonts(of: wanted, in: expectedFile, isFound: false) : [:],
            let one = try ShapedPicture(wanted, in: expectedFile, fonts: wantedFonts, isUnset: unset != nil),
            let other = try ShapedPicture(had, in: foundFile, fonts: hadFonts)
        else { return false }
        for (name, codes) in other.codes {
            guard let ink = hadFonts[name]?.ink, try ink.find(codes, effort, foundFile.meter) else { return false }
        }
        let told = unset.map { UnsetText($0, in: box, fontSize: one.sizeOfUnset, shaper: shaper).lines }
        guard PictureBounds(wanted: one, had: other, box: box, unset: told).areKept else { return false }
        try keepObjects(of: had.dictionary["Resources"] ?? .null, in: foundFile)
        return push(wanted.dictionary, had.dictionary, but: Self.coding.union(["Resources"]))
    }

    /// The fonts of a picture by name, if it uses nothing else and all are as this library writes them.
    private mutating func pictureFonts(
        of stream: PDFStream, in file: PDFDocument, isFound: Bool
    ) throws(PDFError) -> [String: PictureFont]? {
        guard let resources = try file.value("Resources", in: stream.dictionary).dictionaryValue,
            resources.entries.map(\.key) == ["Font"],
            let dictionary = try file.value("Font", in: resources).dictionaryValue,
            dictionary.entries.count <= PictureEffort.mostFontsOfPicture,
            Set(dictionary.keys).count == dictionary.entries.count
        else { return nil }
        var read: [String: PictureFont] = [:]
        for entry in dictionary.entries {
            guard case .reference(let reference) = entry.value, reference.number >= first else { return nil }
            if isFound, let known = fonts[reference.number] {
                read[entry.key] = known
                continue
            }
            guard !isFound || effort.takesFont(), let object = try file.object(reference).dictionaryValue,
                let font = try PictureFont(object, in: file, shaper: isFound ? shaper : nil)
            else { return nil }
            if isFound { fonts[reference.number] = font }
            read[entry.key] = font
        }
        return read
    }

    /// Notes the new objects that a picture is made of.
    mutating func keepObjects(of resources: PDFObject, in file: PDFDocument) throws(PDFError) {
        var open = [resources]
        while let object = open.popLast() {
            switch object {
            case .reference(let reference):
                guard reference.number >= first, expected[reference.number] == nil,
                    ofPictures.insert(reference.number).inserted
                else { continue }
                open.append(try file.object(reference))
            case .array(let elements): open += elements
            case .dictionary(let dictionary): open += dictionary.entries.map(\.value)
            case .stream(let stream): open += stream.dictionary.entries.map(\.value)
            default: continue
            }
        }
    }
}
