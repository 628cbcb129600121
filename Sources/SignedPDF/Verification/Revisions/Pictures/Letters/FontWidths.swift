/// The widths of a font's letters as it declares them (ISO 32000-2 §9.2.4), for a height of 1.
struct FontWidths {
    private static let mostEntries = 100_000

    private var widths: [Int: Double] = [:]
    private var missing: Double

    /// Reads the widths of a simple font, which has one-byte codes.
    init(
        simple font: PDFDictionary, descriptor: PDFDictionary?, in document: PDFDocument
    ) {
        let stated = (try? document.value("Widths", in: font))?.arrayValue
        missing = descriptor.flatMap { try? document.value("MissingWidth", in: $0) }?.realValue.map { $0 / 1000 } ?? 0
        guard let stated, (try? document.meter.charge(min(stated.count, 256) * 16)) != nil else {
            missing = 0.5
            return
        }
        let first = (try? document.value("FirstChar", in: font))?.integerValue ?? 0
        guard (0...255).contains(first) else { return }
        for (index, element) in stated.prefix(256).enumerated() {
            widths[first + index] = ((try? document.resolve(element))?.realValue ?? 0) / 1000
        }
    }

    /// Reads the widths of a composite font's descendant, `/W` and `/DW` (§9.7.4.3), where codes are glyph numbers.
    init(descendant font: PDFDictionary, in document: PDFDocument) {
        missing = ((try? document.value("DW", in: font))?.realValue ?? 1000) / 1000
        let elements = (try? document.value("W", in: font))?.arrayValue ?? []
        guard (try? document.meter.charge(elements.count * 16)) != nil else { return }
        var index = 0
        while index + 1 < elements.count, widths.count < Self.mostEntries {
            guard let first = elements[index].integerValue, (0...0xFFFF).contains(first) else { return }
            if let list = (try? document.resolve(elements[index + 1]))?.arrayValue {
                guard (try? document.meter.charge(list.count * 16)) != nil else { return }
                for (place, element) in list.prefix(0x1_0000 - first).enumerated() {
                    widths[first + place] = (element.realValue ?? 0) / 1000
                }
                index += 2
            } else {
                guard index + 2 < elements.count, let last = elements[index + 1].integerValue,
                    (first...0xFFFF).contains(last), let width = elements[index + 2].realValue,
                    (try? document.meter.charge((last - first) * 16)) != nil
                else { return }
                for code in first...last { widths[code] = width / 1000 }
                index += 3
            }
        }
    }

    /// - Parameter natural: the letter's width in the standard font that readers use; `nil` for any other font
    func width(of code: Int, natural: Double?) -> Double {
        widths[code] ?? (widths.isEmpty ? natural : nil) ?? missing
    }
}
