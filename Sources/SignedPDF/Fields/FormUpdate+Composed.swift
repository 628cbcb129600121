extension FormUpdate {
    /// Adds a signature's appearance for a box of `width` by `height` points whose top left corner is at `origin` on
    /// the page. Returns `nil` for an invisible signature.
    mutating func addAppearance(
        of signature: SignatureField, origin: (x: Double, y: Double), width: Double, height: Double, rotation: Int
    ) throws(PDFError) -> PDFReference? {
        if case .composed(let parts) = signature.appearance {
            return try addComposed(
                parts, origin: origin, width: width, height: height, rotation: rotation, field: signature.name)
        }
        guard
            let appearance = try SignatureAppearance.appearance(
                signature.appearance, shaper: shaper, width: width, height: height, field: signature.name)
        else { return nil }
        return try add(appearance, rotation: rotation)
    }

    /// Adds a form XObject that paints one form XObject for each part.
    private mutating func addComposed(
        _ parts: [SignaturePart], origin: (x: Double, y: Double), width: Double, height: Double, rotation: Int,
        field: String
    ) throws(PDFError) -> PDFReference {
        var whole = Appearance(width: width, height: height)
        var drawn = PDFDictionary()
        for (index, part) in parts.enumerated() {
            let name = Appearance.resourceName(ofPart: index)
            drawn[name] = .reference(try add(try Self.appearance(of: part, shaper, field: field), rotation: 0))
            whole.content.save()
            whole.content.concatenate(
                1, 0, 0, 1, part.rect.x - origin.x, height - (part.rect.y - origin.y) - part.rect.height)
            whole.content.paint(name)
            whole.content.restore()
        }
        let dictionary = whole.dictionary(rotation: rotation, fonts: [:], images: drawn, colors: defaultColors)
        return add(PDFStream(dictionary: dictionary, encodedBytes: whole.content.data))
    }

    private static func appearance(
        of part: SignaturePart, _ shaper: (any TextShaper)?, field: String
    ) throws(PDFError) -> Appearance {
        let (width, height) = (part.rect.width, part.rect.height)
        guard width > 0, height > 0, width.isFinite, height.isFinite else {
            throw .invalidField(name: field, reason: "one of its parts has no size")
        }
        switch part.content {
        case .text(let text), .date(let text):
            return try TextAppearance(
                text, font: part.font, shaper: shaper, fontSize: part.fontSize, width: width, height: height,
                alignment: part.alignment, field: field
            ).appearance
        case .checkbox(let isChecked):
            return CheckboxAppearance.appearance(isChecked: isChecked, width: width, height: height)
        case .radio:
            throw .invalidField(name: field, reason: "a group of radio buttons is not a part; draw its buttons")
        case .drawing(let inks, let size):
            let drawn = try SignatureAppearance.appearance(
                .drawing(inks, size: size, caption: part.caption), shaper: shaper, width: width, height: height,
                field: field)
            return drawn ?? Appearance(width: width, height: height)
        }
    }
}

extension SignatureField {
    /// The visible rectangle of the signature: ``rect``, or the smallest rectangle around its parts.
    var seenRect: PageRect? {
        guard case .composed(let parts) = appearance, let first = parts.first else { return rect }
        return parts.dropFirst().reduce(first.rect) { $0.union($1.rect) }
    }
}
