import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

/// The rules of PDF/A and PDF/UA for what an update adds: ISO 19005-1 and -2 in the wording of veraPDF's profiles, and
/// ISO 14289-1 §7.18. Each breach is one sentence.
struct ArchivalRules {
    let document: PDFDocument
    let part: Int
    private(set) var breaches: [String] = []

    init(_ document: PDFDocument, part: Int) throws {
        self.document = document
        self.part = part
        let form = try document.value("AcroForm", in: document.catalog()).dictionaryValue ?? [:]
        if form["NeedAppearances"] == .bool(true) { breaches.append("6.4.1: viewers are asked to draw fields") }
        if form["XFA"] != nil { breaches.append("6.4.2: XFA") }
        for page in try document.pages() {
            try check(page.inherited["Resources"] ?? .null, of: "page \(page.number)")
            for annotation in try document.value("Annots", in: page.dictionary).arrayValue ?? [] {
                if let widget = try document.resolve(annotation).dictionaryValue { try check(widget: widget) }
            }
        }
    }

    private mutating func check(widget: PDFDictionary) throws {
        let name = try document.value("T", in: widget).textValue ?? "a kid"
        let flags = try document.value("F", in: widget).integerValue ?? 0
        // Print is set; Hidden, Invisible, NoView and ToggleNoView are not.
        if flags & (1 | 2 | 4 | 32 | 256) != 4 { breaches.append("6.3.2: \(name) has the flags \(flags)") }
        if widget["A"] != nil || widget["AA"] != nil { breaches.append("6.4.1: \(name) has an action") }
        let rect = PDFRectangle(try document.value("Rect", in: widget).arrayValue ?? [])
        guard let appearances = try document.value("AP", in: widget).dictionaryValue else {
            if rect?.isEmpty == false { breaches.append("6.3.3: \(name) has no appearance") }
            return
        }
        if appearances.keys != ["N"] { breaches.append("6.3.3: \(name) has other appearances than the normal one") }
        var type = try document.value("FT", in: widget).nameValue
        if type == nil { type = try document.value("Parent", in: widget).dictionaryValue?["FT"]?.nameValue }
        switch try document.value("N", in: appearances) {
        case .stream(let stream):
            if type == "Btn" { breaches.append("6.3.3: the button \(name) has no states") }
            try check(stream, of: name)
        case .dictionary(let states):
            if type != "Btn" { breaches.append("6.3.3: \(name) has states") }
            if try states[document.value("AS", in: widget).nameValue ?? ""] == nil {
                breaches.append("6.3.3: \(name) is in a state that it lacks")
            }
            for entry in states.entries {
                if let stream = try document.resolve(entry.value).streamValue { try check(stream, of: name) }
            }
        default: breaches.append("6.3.3: \(name) has no normal appearance")
        }
    }

    private mutating func check(_ stream: PDFStream, of name: String) throws {
        if part == 1, stream.dictionary["Group"] != nil { breaches.append("6.4: \(name) has a transparency group") }
        let text = String(decoding: try document.decoded(stream), as: UTF8.self)
        let usesColor = text.contains(" rg\n") || text.contains(" RG\n") || text.contains(" g\n")
        let resources = try document.value("Resources", in: stream.dictionary)
        try check(resources, of: name)
        let colors = resources.dictionaryValue?["ColorSpace"]?.dictionaryValue ?? [:]
        if usesColor, !DefaultColors.outputComponents(of: document).contains(3), colors["DefaultRGB"] == nil {
            breaches.append("6.2.4.3: \(name) uses a device color")
        }
    }

    private mutating func check(_ resources: PDFObject, of name: String) throws {
        guard let resources = try document.resolve(resources).dictionaryValue else { return }
        for font in try document.value("Font", in: resources).dictionaryValue?.entries ?? [] {
            try check(font: document.resolve(font.value).dictionaryValue ?? [:], of: name)
        }
        for entry in try document.value("XObject", in: resources).dictionaryValue?.entries ?? [] {
            guard let stream = try document.resolve(entry.value).streamValue else { continue }
            if stream.dictionary["Subtype"] == .name("Form") {
                try check(stream, of: name)
                continue
            }
            if part == 1, stream.dictionary["SMask"] != nil { breaches.append("6.4: \(name) has a soft mask") }
            let space = try document.value("ColorSpace", in: stream.dictionary).nameValue ?? ""
            let colors = resources["ColorSpace"]?.dictionaryValue ?? [:]
            let isFree = DefaultColors.outputComponents(of: document).contains(3) && space != "DeviceCMYK"
            if !isFree, space.hasPrefix("Device"), colors["Default" + space.dropFirst(6)] == nil {
                breaches.append("6.2.4.3: an image of \(name) is in \(space)")
            }
        }
    }

    private mutating func check(font: PDFDictionary, of name: String) throws {
        var described = font
        if let descendants = try document.value("DescendantFonts", in: font).arrayValue, let first = descendants.first {
            described = try document.resolve(first).dictionaryValue ?? [:]
        }
        let descriptor = try document.value("FontDescriptor", in: described).dictionaryValue ?? [:]
        let base = font["BaseFont"]?.nameValue ?? "a font"
        if !["FontFile", "FontFile2", "FontFile3"].contains(where: { descriptor[$0] != nil }) {
            breaches.append("6.2.11.4.1: the font \(base) of \(name) is not embedded")
        }
        guard font["Subtype"] == .name("Type0") else { return }
        if font["ToUnicode"] == nil { breaches.append("6.2.11.7.2: the font \(base) of \(name) has no meaning") }
        if described["Subtype"] == .name("CIDFontType2"), described["CIDToGIDMap"] == nil {
            breaches.append("6.2.11.3.2: the font \(base) of \(name) has no glyph map")
        }
        guard part == 1 else { return }
        guard let set = try document.value("CIDSet", in: descriptor).streamValue else {
            breaches.append("6.3.5: the font \(base) of \(name) does not list its glyphs")
            return
        }
        let bits = try document.decoded(set)
        let used = try document.value("W", in: described).arrayValue?.first?.integerValue ?? 0
        if bits[bits.startIndex + used / 8] & (0x80 >> UInt8(used % 8)) == 0 {
            breaches.append("6.3.5: the font \(base) of \(name) omits a glyph")
        }
    }

    /// Checks that every visible widget has its element (ISO 14289-1 §7.18.4), and each page the order of its tags
    /// (§7.18.3).
    mutating func checkTags() throws {
        let catalog = try document.catalog()
        let root = try #require(try document.value("StructTreeRoot", in: catalog).dictionaryValue)
        let parents = try #require(try NumberTree(root["ParentTree"], in: document))
        let elements = Dictionary(uniqueKeysWithValues: parents.entries.map { ($0.key, $0.value) })
        for page in try document.pages() {
            let annotations = try document.value("Annots", in: page.dictionary).arrayValue ?? []
            if !annotations.isEmpty, page.dictionary["Tabs"] != .name("S") {
                breaches.append("7.18.3: page \(page.number) has no order")
            }
            for annotation in annotations {
                let widget = try #require(try document.resolve(annotation).dictionaryValue)
                let name = try document.value("T", in: widget).textValue ?? "a kid"
                guard PDFRectangle(widget["Rect"]?.arrayValue ?? [])?.isEmpty == false else { continue }
                guard let key = widget["StructParent"]?.integerValue, let reference = elements[key],
                    let element = try document.resolve(reference).dictionaryValue
                else {
                    breaches.append("7.18.1: \(name) has no element")
                    continue
                }
                let pointer = try document.value("K", in: element).arrayValue?.first?.dictionaryValue
                if element["S"] != .name("Form") || pointer?["Obj"] != annotation {
                    breaches.append("7.18.4: \(name) has another element")
                }
                if let next = root["ParentTreeNextKey"]?.integerValue, key >= next {
                    breaches.append("14.7.5: the key of \(name) is not counted")
                }
                let parent = try #require(try document.value("P", in: element).dictionaryValue)
                if try document.value("K", in: parent).arrayValue?.contains(reference) != true {
                    breaches.append("14.7.2: the element of \(name) is not in the tree")
                }
            }
        }
    }
}
