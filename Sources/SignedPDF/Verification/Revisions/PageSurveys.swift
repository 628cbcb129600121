/// What the pages of two revisions show, surveyed once when a rule asks.
final class PageSurveys {
    /// An annotation that a reader may draw.
    struct Annotation {
        let reference: PDFReference?
        let rect: PDFRectangle
        let dictionary: PDFDictionary
    }

    private static let invisibleFlags = 2 | 32

    private let oldPages: [PDFReference: PDFPage]
    private let old: PDFDocument
    private let new: PDFDocument
    private let known: UnchangedFields
    private var oldAnnotations: [PDFReference: [Annotation]] = [:]
    private var newAnnotations: [PDFReference: [Annotation]] = [:]

    /// - Parameter known: remembers pages between comparisons. A page whose content was replaced is reported anyway.
    init(_ oldPages: [PDFPage], in old: PDFDocument, _ new: PDFDocument, _ known: UnchangedFields) {
        self.known = known
        self.oldPages = Dictionary(oldPages.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
        (self.old, self.new) = (old, new)
    }

    /// Returns what was printed on a page when it was signed, without annotations.
    func print(on page: PDFPage) -> PaintSurvey {
        let host = oldPages[page.reference]
        let content = [(host ?? page).dictionary["Contents"], (host ?? page).inherited["Resources"]]
        if let print = known.prints[page.reference], print.content == content { return print.survey }
        let survey = PaintSurvey(host ?? page, in: host == nil ? new : old)
        known.prints[page.reference] = (content, survey)
        return survey
    }

    /// Returns the page's letters at a place as they were signed: those of its content, and of other annotations there.
    ///
    /// - Returns: also whether all of them are known
    func letters(
        at rect: PDFRectangle, on page: PDFPage, but widget: PDFReference?
    ) -> (letters: [PictureGlyph], areAll: Bool) {
        let content = print(on: page)
        var found = (letters: content.letters, areAll: content.isWhole)
        for other in annotations(onOld: page) where other.reference != widget || widget == nil {
            guard !other.rect.intersection(rect).isEmpty,
                let picture = AppearanceStreams.shown(of: other.dictionary, in: old)
            else { continue }
            let survey = PaintSurvey(picture, in: other.rect, on: page, old)
            found.letters += survey.letters
            found.areAll = found.areAll && survey.isWhole
        }
        return found
    }

    /// Whether a later annotation of the page hides letters that a widget shows.
    func isCovered(_ letters: [PDFRectangle], of widget: PDFReference, on page: PDFPage) -> Bool {
        let all = newAnnotations[page.reference] ?? annotations(of: page.dictionary, in: new)
        newAnnotations[page.reference] = all
        guard let index = all.firstIndex(where: { $0.reference == widget }) else { return false }
        return all[(index + 1)...].contains { other in
            let below = letters.filter { !$0.intersection(other.rect).isEmpty }
            return !below.isEmpty && covers(other, below, page)
        }
    }

    private func covers(_ other: Annotation, _ letters: [PDFRectangle], _ page: PDFPage) -> Bool {
        let pictures = AppearanceStreams.all(of: other.dictionary, in: new)
        guard !pictures.isEmpty else {
            // Readers draw these with a light icon or a line, or not at all.
            let isLight = other.dictionary["Subtype"]?.nameValue.map {
                ["Link", "Popup", "Widget", "Text", "Highlight", "Underline", "StrikeOut", "Squiggly"].contains($0)
            }
            return isLight != true
        }
        return pictures.contains { picture in
            let survey = PaintSurvey(picture, in: other.rect, on: page, new)
            let glyphs = letters.map { box in
                PictureGlyph(
                    text: nil, map: AffineMap(box.width, 0, 0, box.height, box.left, box.bottom), advance: 1, ink: 1,
                    color: [0, 0, 0], clip: box, isEmbedded: false)
            }
            return !survey.isWhole || HiddenLetters(under: survey.everything, new.meter).hides(glyphs)
        }
    }

    private func annotations(onOld page: PDFPage) -> [Annotation] {
        guard let page = oldPages[page.reference] else { return [] }
        let all = oldAnnotations[page.reference] ?? annotations(of: page.dictionary, in: old)
        oldAnnotations[page.reference] = all
        return all
    }

    private func annotations(of page: PDFDictionary, in document: PDFDocument) -> [Annotation] {
        let list = (try? document.value("Annots", in: page))?.arrayValue ?? []
        guard (try? document.meter.charge(list.count * 64)) != nil else { return [] }
        return list.compactMap { element in
            guard let dictionary = (try? document.resolve(element))?.dictionaryValue,
                let rect = FieldPlaces.rectangle(of: dictionary, in: document), !rect.isEmpty,
                ((try? document.value("F", in: dictionary))?.integerValue ?? 0) & Self.invisibleFlags == 0
            else { return nil }
            return Annotation(reference: element.referenceValue, rect: rect, dictionary: dictionary)
        }
    }
}
