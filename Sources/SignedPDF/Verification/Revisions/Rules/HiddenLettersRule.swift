/// Checks that the picture of a signature or a button hides no letter below it, in the page or in another field.
///
/// Stops a second signer, or a person who ticks a box, from covering an amount with a sheet, an image or a blot. Ink
/// that merely crosses letters hides none of them. Print in scanned pages cannot be checked here.
struct HiddenLettersRule: DifferenceRule {
    private static let drawingEntries: Set<String> = ["V", "AP", "AS"]
    /// The share of a letter that must be covered to make it illegible.
    private static let leastShare = 0.6
    /// The highest brightness of a legible letter; lighter ones are marks for programs that place fields.
    private static let brightest = 0.8

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let document = revisions.objects.new
        let added = revisions.addedFields.filter {
            $0.type == "Sig" && !NewSignatureFieldRule.showsNothing($0, in: document)
        }.map { (old: FieldNode?.none, new: $0) }
        let changed = revisions.changedFields.filter {
            ($0.new.type == "Sig" || $0.new.type == "Btn") && !$0.keys.isDisjoint(with: Self.drawingEntries)
        }.map { (old: FieldNode?.some($0.old), new: $0.new) }
        var printed: [PDFReference: [PictureGlyph]] = [:]
        return (added + changed).compactMap { old, new in
            let hides = (revisions.visiblePlaces(of: new) ?? []).contains { place in
                let sheets = Self.pictures(of: place.widget, new, document).flatMap {
                    PaintSurvey($0, in: place.rect, document).opaque
                }
                guard !sheets.isEmpty else { return false }
                let before = Self.sheetsBefore(at: place, of: old, revisions)
                let onPage = printed[place.page.reference] ?? PaintSurvey(place.page, in: document).letters
                printed[place.page.reference] = onPage
                let letters = onPage + Self.letters(ofOthersAt: place, but: new, revisions)
                return letters.contains { letter in
                    Self.isLegible(letter) && Self.share(of: letter.box, under: sheets) >= Self.leastShare
                        && Self.share(of: letter.box, under: before) < Self.leastShare
                }
            }
            guard hides else { return nil }
            let field = revisions.changedField(new)
            return LaterChange(
                .unclear(.printHidden(field: field, isSignature: new.type == "Sig"), in: field),
                areas: revisions.areas(of: old, new))
        }
    }

    /// Returns the pictures that a widget may show: for a button those of its state, otherwise all.
    private static func pictures(of widget: PDFDictionary, _ field: FieldNode, _ document: PDFDocument) -> [PDFStream] {
        guard field.type == "Btn", !field.isPushButton else { return AppearanceStreams.all(of: widget, in: document) }
        let state = (try? document.value("AS", in: widget))?.nameValue ?? "Off"
        return AppearanceStreams.states(of: widget, named: state, in: document).map(\.stream)
    }

    private static func sheetsBefore(
        at place: FieldPlaces.Place, of old: FieldNode?, _ revisions: RevisionPair
    ) -> [PaintSurvey.Sheet] {
        guard let old, let index = old.widgets.firstIndex(where: { ($0.reference ?? old.reference) == place.reference })
        else { return [] }
        let document = revisions.objects.old
        return AppearanceStreams.shown(of: old.widgets[index].dictionary, in: document).map {
            PaintSurvey($0, in: place.rect, document).opaque
        } ?? []
    }

    /// Returns the letters of other fields at the place of a widget, as they were.
    private static func letters(
        ofOthersAt place: FieldPlaces.Place, but field: FieldNode, _ revisions: RevisionPair
    ) -> [PictureGlyph] {
        let document = revisions.objects.old
        return revisions.old.tree.fields.filter { $0.name != field.name }.flatMap { other in
            (revisions.visiblePlaces(of: other) ?? []).filter {
                $0.page.reference == place.page.reference && !$0.rect.intersection(place.rect).isEmpty
            }.flatMap { near in
                AppearanceStreams.shown(of: near.widget, in: document).map {
                    PaintSurvey($0, in: near.rect, document).letters
                } ?? []
            }
        }
    }

    /// Whether a letter is readable: not a rule of dots, not a space, not as pale as paper.
    private static func isLegible(_ letter: PictureGlyph) -> Bool {
        guard letter.isVisible, (FieldColors.brightness(letter.color) ?? 0) < brightest else { return false }
        return letter.text?.contains { $0.isLetter || $0.isNumber || $0.isCurrencySymbol } ?? true
    }

    /// Returns the share of a box that is under sheets; it exceeds 1 if sheets overlap.
    private static func share(of box: PDFRectangle, under sheets: [PaintSurvey.Sheet]) -> Double {
        guard box.width > 0, box.height > 0 else { return 0 }
        return sheets.reduce(0) { sum, sheet in
            let common = sheet.box.intersection(box)
            guard !common.isEmpty else { return sum }
            return sum + common.width * common.height * sheet.density / (box.width * box.height)
        }
    }
}

extension PaintSurvey {
    /// Everything that can hide print below it, including letters.
    var opaque: [Sheet] {
        sheets
            + letters.compactMap { letter in
                guard letter.isVisible else { return nil }
                let box = letter.box.intersection(letter.clip)
                // Block characters are shapes, whatever they are called.
                let isBlock = letter.text?.unicodeScalars.contains { (0x2580..<0x2600).contains($0.value) } ?? false
                return Sheet(box: box, density: isBlock ? 1 : letter.text == nil ? 0.5 : 0.25)
            }
    }
}
