/// Checks that the picture of a signature or a button hides no letter below it, in the page or in another annotation.
///
/// Stops a second signer, or a person who ticks a box, from covering an amount with a sheet, an image or a blot,
/// whatever it is painted with, or from making a printed number longer. Ink that merely crosses letters hides none of them. Print in scanned pages cannot be
/// checked here. Where a picture or the print below it cannot be read to its end, the change is doubtful.
struct HiddenLettersRule: DifferenceRule {
    private static let drawingEntries: Set<String> = ["V", "AP", "AS"]
    /// The most digits of a signature that are compared with print.
    private static let mostNumbers = 500

    func changes(in revisions: RevisionPair) -> [LaterChange] {
        let added = revisions.addedFields.filter {
            $0.type == "Sig" && !NewSignatureFieldRule.showsNothing($0, in: revisions.objects.new)
        }.map { (old: FieldNode?.none, new: $0) }
        let changed = revisions.changedFields.filter {
            ($0.new.type == "Sig" || $0.new.type == "Btn") && !$0.keys.isDisjoint(with: Self.drawingEntries)
        }.map { (old: FieldNode?.some($0.old), new: $0.new) }
        return (added + changed).compactMap { old, new in
            let findings = (revisions.visiblePlaces(of: new) ?? []).map { Self.finding(at: $0, old, new, revisions) }
            let field = revisions.changedField(new)
            let isSignature = new.type == "Sig"
            let change: ContentChange
            if findings.contains(.hides) {
                change = .printHidden(field: field, isSignature: isSignature)
            } else if findings.contains(.continues) {
                change = .printContinued(field: field, isSignature: isSignature)
            } else if findings.contains(.unknown) {
                change = .coverUnreadable(field: field, isSignature: isSignature)
            } else {
                return nil
            }
            return LaterChange(.unclear(change, in: field), areas: revisions.areas(of: old, new))
        }
    }

    private enum Finding { case harmless, hides, continues, unknown }

    private static func finding(
        at place: FieldPlaces.Place, _ old: FieldNode?, _ new: FieldNode, _ revisions: RevisionPair
    ) -> Finding {
        let document = revisions.objects.new
        let surveys = pictures(of: place.widget, new, document).map {
            PaintSurvey($0, in: place.rect, on: place.page, document)
        }
        guard surveys.allSatisfy(\.isWhole) else { return .unknown }
        // A widget shows one of its pictures at a time.
        let covers = surveys.map { HiddenLetters(under: $0.everything, document.meter) }.filter { !$0.isEmpty }
        guard !covers.isEmpty else { return .harmless }
        let before = paintsBefore(at: place, of: old, revisions)
        let (printed, areAll) = revisions.surveys.letters(at: place.rect, on: place.page, but: place.reference)
        let hidden = HiddenLetters(under: before, document.meter)
        let letters = printed.filter { !$0.box.intersection(place.rect).isEmpty && !hidden.hides([$0]) }
        if covers.contains(where: { $0.hides(letters) }) { return .hides }
        // Digits beside printed ones make another number.
        let near = revisions.surveys.letters(
            at: place.rect.widened(by: PrintedNeighbour.reach), on: place.page, but: place.reference)
        let numbers = near.letters.filter { PrintedNeighbour.isNumeric($0) && !hidden.hides([$0]) }
        let added = surveys.flatMap(\.letters).filter(PrintedNeighbour.isNumeric).prefix(mostNumbers)
        if added.contains(where: { sign in numbers.contains { PrintedNeighbour.adjoins(sign.box, $0) } }) {
            return .continues
        }
        return areAll ? .harmless : .unknown
    }

    /// Returns the pictures that a widget may show: for a button those of its state, otherwise all.
    private static func pictures(of widget: PDFDictionary, _ field: FieldNode, _ document: PDFDocument) -> [PDFStream] {
        guard field.type == "Btn", !field.isPushButton else { return AppearanceStreams.all(of: widget, in: document) }
        let state = (try? document.value("AS", in: widget))?.nameValue ?? "Off"
        return AppearanceStreams.states(of: widget, named: state, in: document).map(\.stream)
    }

    private static func paintsBefore(
        at place: FieldPlaces.Place, of old: FieldNode?, _ revisions: RevisionPair
    ) -> [Paint] {
        guard let old, let index = old.widgets.firstIndex(where: { ($0.reference ?? old.reference) == place.reference })
        else { return [] }
        let document = revisions.objects.old
        return AppearanceStreams.shown(of: old.widgets[index].dictionary, in: document).map {
            PaintSurvey($0, in: place.rect, on: place.page, document).everything
        } ?? []
    }
}
