extension AppendedComparison {
    /// Whether a picture in fonts that this machine lacks shows the same text as the expected one, and nothing else.
    ///
    /// - Parameter unset: the text, if this machine has no font for it
    mutating func showsSameText(
        _ had: PDFStream, as wanted: PDFStream, unset: UnsetText?, _ foundFile: PDFDocument,
        _ expectedFile: PDFDocument
    ) throws(PDFError) -> Bool {
        guard let box = wanted.dictionary["BBox"]?.arrayValue.flatMap({ PDFRectangle($0) }),
            try hasNewFontsOnly(had, in: foundFile), let other = AppendedPicture(had, in: foundFile),
            let own = AppendedPicture(wanted, in: expectedFile),
            other.shows(unset?.seen(in: box) ?? own.text, like: own)
        else { return false }
        try keepObjects(of: had.dictionary["Resources"] ?? .null, in: foundFile)
        if let field { otherFonts.insert(field) }
        return push(wanted.dictionary, had.dictionary, but: Self.coding.union(["Resources"]))
    }

    /// Whether a picture's only resources are composite fonts that were added with it.
    private func hasNewFontsOnly(_ stream: PDFStream, in file: PDFDocument) throws(PDFError) -> Bool {
        guard let resources = try file.value("Resources", in: stream.dictionary).dictionaryValue,
            resources.entries.allSatisfy({
                $0.key == "Font" || $0.key == "ColorSpace" && $0.value == .dictionary(DefaultColors.spaces)
            }),
            let fonts = try file.value("Font", in: resources).dictionaryValue
        else { return false }
        for entry in fonts.entries {
            guard case .reference(let reference) = entry.value, reference.number >= first,
                try file.object(reference).dictionaryValue?["Subtype"] == .name("Type0")
            else { return false }
        }
        return true
    }

    /// Records the new objects that a picture consists of.
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
