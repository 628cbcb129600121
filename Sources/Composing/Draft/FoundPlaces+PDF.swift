import Envelopes
import Essentials
import Foundation
import SignedPDF

extension FoundPlaces {
    /// The pages of a file that are looked through for printed lines.
    private static let mostPages = 200
    /// Fields beyond these are not suggested: an envelope could not take them.
    private static let mostFields = EnvelopeLimits.tabs

    /// Reads a PDF. What cannot be read is left out: a suggestion less does no harm.
    package init(in file: Data) {
        guard let document = try? PDFDocument(file) else {
            self.init()
            return
        }
        let fields = Self.fields(of: document)
        let rules = (try? document.printedRules(onPages: 1...Self.mostPages)) ?? []
        self.init(
            fields: fields,
            rules: rules.map { rule in
                Rule(rule.kind == .box ? .box : .line, page: rule.page, frame: TabFrame(rule.rect))
            })
    }

    /// Returns the open fields of the document's form.
    package static func fields(of document: PDFDocument) -> [Field] {
        let fields = (try? document.placedFields(withWords: true)) ?? []
        return fields.lazy.compactMap(Field.init).prefix(mostFields).map(\.self)
    }
}

extension FoundPlaces.Field {
    /// `nil` for a field that no recipient could fill: a button, a hidden or filled one, or one without a place.
    fileprivate init?(_ field: PlacedField) {
        let entry = field.entry
        guard let page = field.page, let rect = field.rect, rect.width >= 1, rect.height >= 1, !entry.isReserved,
            !entry.isFilled
        else { return nil }
        let kind: TabKind? =
            switch field.kind {
            case .text: .text
            case .checkbox: .checkbox
            case .radio: .radio
            case .list: .list
            case .signature: .signHere
            case .button, .unknown: nil
            }
        guard let kind else { return nil }
        let name = Self.plain(
            field.name.split(separator: ".").last.map(String.init) ?? field.name, EnvelopeLimits.tabLabel)
        let words = entry.tooltip.map { Self.plain($0, EnvelopeLimits.tooltip) }.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            kind: kind, page: page, frame: TabFrame(rect), label: words ?? name, required: entry.isRequired,
            maxLength: kind == .text ? entry.maxLength.map { min($0, EnvelopeLimits.textValue) } : nil, tooltip: words)
        self.name = name
        if kind == .radio {
            let value = Self.plain(entry.state ?? "", EnvelopeLimits.tabLabel)
            guard !value.isEmpty else { return nil }
            choice = RadioChoice(group: Self.plain(field.name, EnvelopeLimits.tabLabel), value: value)
        }
        if kind == .list {
            guard !entry.options.isEmpty else { return nil }
            let all = entry.options.map { option in
                ListOption(
                    text: Self.plain(option.text, EnvelopeLimits.optionText),
                    value: Self.plain(option.value, EnvelopeLimits.optionText))
            }
            var known: Set<String> = []
            options = all.filter { !$0.text.isEmpty && !$0.value.isEmpty && known.insert($0.value).inserted }
            guard options?.isEmpty == false else { return nil }
        }
    }

    /// Returns a text without control characters and within a limit in UTF-16 code units.
    private static func plain(_ text: String, _ limit: Int) -> String {
        // A scalar has at most two of the units.
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit / 2)))
        guard TextRules.holdsControlCharacter(start) else { return start }
        return String(
            String.UnicodeScalarView(
                start.unicodeScalars.filter { !TextRules.holdsControlCharacter(String($0)) }))
    }
}

extension TabFrame {
    fileprivate init(_ rect: PageRect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension [EnvelopeTab] {
    /// Makes the form fields under the tabs read-only, and returns the new file. Returns `nil` if no such field is open, or
    /// if the file is signed and must not change.
    package func lockingFields(below file: Data) -> Data? {
        guard let document = try? PDFDocument(file), let fields = try? document.placedFields() else { return nil }
        let names = fields.filter { field in
            guard let page = field.page, let rect = field.rect, !field.entry.isReserved, !field.entry.isFilled else {
                return false
            }
            return contains { $0.page == page && $0.frame.holds(rect) }
        }
        guard !names.isEmpty, let update = try? document.update(locking: Set(names.map(\.name))) else { return nil }
        return file + update
    }
}

extension TabFrame {
    /// Whether the middle of a rectangle lies in the frame.
    fileprivate func holds(_ rect: PageRect) -> Bool {
        let (middleX, middleY) = (rect.x + rect.width / 2, rect.y + rect.height / 2)
        return x <= middleX && middleX <= x + width && y <= middleY && middleY <= y + height
    }
}
