import Foundation

/// The fonts of an appearance stream, as far as they tell which characters their codes show.
struct CodedFonts {
    private let document: PDFDocument
    private let fonts: PDFDictionary
    private let formFonts: PDFDictionary
    private var known: [String: CodedFont?] = [:]
    private var selected: CodedFont?

    init(_ resources: PDFDictionary, in document: PDFDocument) {
        self.document = document
        fonts = (try? document.value("Font", in: resources))?.dictionaryValue ?? [:]
        let form = (try? document.catalog()).flatMap { try? document.value("AcroForm", in: $0) }?.dictionaryValue
        let defaults = form.flatMap { try? document.value("DR", in: $0) }?.dictionaryValue ?? [:]
        formFonts = (try? document.value("Font", in: defaults))?.dictionaryValue ?? [:]
    }

    mutating func select(_ name: String?) {
        guard let name else {
            selected = nil
            return
        }
        if let font = known[name] {
            selected = font
            return
        }
        let dictionary = (fonts[name] ?? formFonts[name]).flatMap { try? document.resolve($0) }?.dictionaryValue
        selected = dictionary.flatMap { CodedFont($0, in: document) }
        known[name] = .some(selected)
    }

    /// The characters that codes show in the selected font; nothing if it does not tell.
    func decode(_ codes: Data) -> String? { selected?.decode(codes) }
}

/// What a font says of its codes (ISO 32000-2 §9.10.2).
struct CodedFont {
    private let map: ToUnicodeMap?
    /// Whether codes from 0x80 on are those of WinAnsiEncoding.
    private let isWinAnsi: Bool
    private static let symbols = ["Symbol", "ZapfDingbats", "Wingdings", "Webdings"]

    init?(_ font: PDFDictionary, in document: PDFDocument) {
        // What a Type 3 font draws is in its own hands.
        guard let type = (try? document.value("Subtype", in: font))?.nameValue, type != "Type3" else { return nil }
        if case .stream(let stream)? = try? document.value("ToUnicode", in: font) {
            guard let bytes = try? document.decoded(stream, limit: 1 << 20),
                (try? document.meter.charge(bytes.count * 16)) != nil, let map = ToUnicodeMap(bytes)
            else { return nil }
            self.map = map
            isWinAnsi = false
            return
        }
        guard type != "Type0", let base = (try? document.value("BaseFont", in: font))?.nameValue,
            !Self.symbols.contains(where: base.hasSuffix)
        else { return nil }
        map = nil
        let encoding = (try? document.value("Encoding", in: font)) ?? .null
        isWinAnsi = encoding.nameValue == "WinAnsiEncoding"
        // Without an encoding, the codes of an embedded font mean what that font says.
        if encoding.isNull, let descriptor = (try? document.value("FontDescriptor", in: font))?.dictionaryValue,
            ["FontFile", "FontFile2", "FontFile3"].contains(where: { descriptor[$0] != nil })
        {
            return nil
        }
        guard let dictionary = encoding.dictionaryValue else { return }
        // Codes of printable ASCII that stand for something else make the font unreadable.
        var code = 0
        let differences = (try? document.value("Differences", in: dictionary))?.arrayValue ?? []
        guard (try? document.meter.charge(differences.count * 8)) != nil else { return nil }
        for element in differences {
            if let number = element.integerValue {
                code = number
            } else {
                if (0x20..<0x7F).contains(code) { return nil }
                code &+= 1
            }
        }
    }

    func decode(_ codes: Data) -> String? {
        if let map { return map.decode(codes) }
        if codes.allSatisfy({ $0 < 0x7F }) { return String(decoding: codes, as: UTF8.self) }
        return isWinAnsi ? String(data: codes, encoding: .windowsCP1252) : nil
    }
}
