/// Checks that the pictures of a revision cover no large part of a page, and those of new fields no large part of
/// another field.
///
/// Stops the sneaky signature attack: a new signature with a picture as large as a page, or over another field, shows
/// what nobody signed. The picture may also consist of many widgets, or be shown only under the pointer. It also
/// reports the shadow attack with a field as large as the page that had no picture when the file was signed. Since the
/// signer had seen that field, this is doubtful, not forbidden.
struct PictureExtentRule: DifferenceRule {
    /// The largest share of a page, or of another field, that pictures may cover.
    static let largestShare = 0.25
    private static let drawingEntries: Set<String> = ["V", "AP", "AS", "MK", "F", "I", "RV", "DA", "Q"]

    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange] {
        var changes: [LaterChange] = []
        var others: [PDFReference: [Other]]?
        var covered: [PDFReference: (page: PDFPage, area: Double, isNew: Bool)] = [:]
        for picture in Self.pictures(in: revisions) {
            guard let places = revisions.visiblePlaces(of: picture.field) else {
                changes.append(picture.change(revisions) { .picturePlaceUnreadable(field: $0, isSignature: $1) })
                continue
            }
            let painted = places.map { place in
                Painted(
                    page: place.page,
                    boxes: picture.letters.map { letters in
                        // Each letter belongs to one of the widgets.
                        [letters.filter { place.rect.widened(by: 1).contains($0) }]
                    } ?? PaintedBoxes.alternatives(of: place.widget, in: place.rect, revisions.objects.new),
                    isMovable: Self.isMovable(place.widget, on: place.page, revisions.objects.new))
            }.filter { !$0.boxes.isEmpty }
            guard !painted.isEmpty else { continue }
            if painted.contains(where: \.isMovable) {
                changes.append(picture.change(revisions) { .pictureMovable(field: $0, isSignature: $1) })
            }
            for (page, own) in Dictionary(grouping: painted, by: \.page.reference) {
                guard let first = own.first else { continue }
                let area = own.reduce(0) { $0 + $1.area(within: first.page.cropBox) }
                if area > Self.largestShare * first.page.cropBox.width * first.page.cropBox.height {
                    changes.append(picture.change(revisions) { .pictureCoversPage(field: $0, isSignature: $1) })
                } else {
                    let sum = covered[page]
                    covered[page] = (first.page, (sum?.area ?? 0) + area, (sum?.isNew ?? false) || picture.isNew)
                }
            }
            // The signer has seen where the old fields are.
            guard picture.isNew else { continue }
            if others == nil { others = try Self.others(in: revisions) }
            changes += try Self.coveredFields(by: painted, of: picture, among: others ?? [:], revisions)
        }
        for (page, area, isNew) in covered.values.sorted(by: { $0.page.number < $1.page.number })
        where area > Self.largestShare * page.cropBox.width * page.cropBox.height {
            let change = ContentChange.picturesCoverPage(page: page.number)
            changes.append(
                LaterChange(
                    isNew ? .other(change) : .unclear(change),
                    areas: [ChangedArea(pageBefore: page.number, pageAfter: page.number)]))
        }
        return changes
    }

    // MARK: Pictures

    private struct Picture {
        let field: FieldNode
        /// The field before, or `nil` for an added field.
        let old: FieldNode?
        /// The places of its letters, if it shows the field's value and nothing else.
        let letters: [PDFRectangle]?
        var isNew: Bool { old == nil }

        func change(
            _ revisions: RevisionPair, _ change: (_ field: ChangedField, _ isSignature: Bool) -> ContentChange
        ) -> LaterChange {
            let changed = revisions.changedField(field)
            let change = change(changed, field.type == "Sig")
            return LaterChange(
                isNew ? .other(change) : .unclear(change, in: changed), areas: revisions.areas(of: old, field))
        }
    }

    private struct Painted {
        let page: PDFPage
        /// The boxes of each picture that can show.
        let boxes: [[PDFRectangle]]
        let isMovable: Bool

        /// Returns the largest area of a rectangle that one of the pictures covers.
        func area(within rect: PDFRectangle) -> Double {
            boxes.map { $0.reduce(0) { $0 + Self.area($1.intersection(rect)) } }.max() ?? 0
        }

        private static func area(_ rect: PDFRectangle) -> Double { rect.width * rect.height }
    }

    private static func pictures(in revisions: RevisionPair) -> [Picture] {
        let document = revisions.objects.new
        let added = revisions.addedFields.filter {
            $0.type == "Sig" && !NewSignatureFieldRule.showsNothing($0, in: document)
        }.map { Picture(field: $0, old: nil, letters: nil) }
        let changed = revisions.changedFields.compactMap { pair -> Picture? in
            guard !pair.keys.isDisjoint(with: drawingEntries) else { return nil }
            var letters: [PDFRectangle]?
            if pair.new.type == "Tx" || pair.new.type == "Ch" {
                switch revisions.picture(of: pair.new, before: pair.old) {
                // The ground behind the letters was there before.
                case .agrees(let found, _): letters = found
                case .missing: return nil
                case .covers, .uncovers, .differs, .unreadable, .hidden: break
                }
            }
            return Picture(field: pair.new, old: pair.old, letters: letters)
        }
        return added + changed
    }

    /// Whether the picture's place or size depends on how readers turn or zoom the page (NoZoom and NoRotate, ISO
    /// 32000-2 table 167).
    private static func isMovable(_ widget: PDFDictionary, on page: PDFPage, _ document: PDFDocument) -> Bool {
        let flags = (try? document.value("F", in: widget)) ?? .null
        guard let flags = flags.isNull ? 0 : flags.integerValue else { return true }
        return flags & 8 != 0 || flags & 16 != 0 && page.rotation != 0
    }

    // MARK: Other fields

    private struct Other {
        let name: String
        let rect: PDFRectangle
    }

    /// Returns the older revision's fields by page.
    private static func others(in revisions: RevisionPair) throws(PDFError) -> [PDFReference: [Other]] {
        var others: [PDFReference: [Other]] = [:]
        for field in revisions.old.tree.fields {
            for place in revisions.visiblePlaces(of: field) ?? [] {
                others[place.page.reference, default: []].append(Other(name: field.name, rect: place.rect))
            }
        }
        return others
    }

    private static func coveredFields(
        by painted: [Painted], of picture: Picture, among others: [PDFReference: [Other]], _ revisions: RevisionPair
    ) throws(PDFError) -> [LaterChange] {
        var changes: [LaterChange] = []
        for (page, own) in Dictionary(grouping: painted, by: \.page.reference) {
            let onPage = others[page] ?? []
            try revisions.objects.new.meter.charge(8 * onPage.count * own.reduce(0) { $0 + $1.boxes.joined().count })
            for other in onPage where other.name != picture.field.name {
                let common = own.reduce(0) { $0 + $1.area(within: other.rect) }
                guard common > largestShare * other.rect.width * other.rect.height else { continue }
                changes.append(
                    picture.change(revisions) { field, isSignature in
                        .pictureCoversField(field: field, isSignature: isSignature, covered: ChangedField(other.name))
                    })
            }
        }
        return changes
    }
}
