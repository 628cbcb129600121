import Foundation

extension PDFDocument {
    private static let deepestForm = 8
    private static let mostFonts = 2000

    /// Returns the names of fonts on the pages whose text no program can read: their codes are defined only by the
    /// shapes of the letters, because there is neither a map to characters (`/ToUnicode`, ISO 32000-2 §9.10) nor an
    /// encoding with known names.
    ///
    /// - Throws: ``PDFError`` if the pages cannot be read
    public func fontsWithoutText() throws(PDFError) -> [String] {
        var names: [String] = []
        var seen: Set<PDFReference> = []
        for page in try pages() {
            var pending = [(try value("Resources", in: page.inherited).dictionaryValue ?? [:], 0)]
            while let (resources, depth) = pending.popLast() {
                for entry in try entries("Font", of: resources, &seen) {
                    guard seen.count < Self.mostFonts, let font = entry.dictionaryValue else { continue }
                    if let name = try nameWithoutText(font), !names.contains(name) { names.append(name) }
                }
                guard depth < Self.deepestForm else { continue }
                for entry in try entries("XObject", of: resources, &seen) {
                    guard let form = entry.streamValue?.dictionary, form["Subtype"] == .name("Form") else { continue }
                    pending.append((try value("Resources", in: form).dictionaryValue ?? [:], depth + 1))
                }
            }
        }
        return names
    }

    /// Returns the resources of one kind that were not seen before and can be read.
    private func entries(
        _ kind: String, of resources: PDFDictionary, _ seen: inout Set<PDFReference>
    ) throws(PDFError) -> [PDFObject] {
        var found: [PDFObject] = []
        for entry in try value(kind, in: resources).dictionaryValue?.entries ?? [] {
            if let reference = entry.value.referenceValue, !seen.insert(reference).inserted { continue }
            try meter.charge(16)
            if let object = try readable({ () throws(PDFError) in try resolve(entry.value) }) { found.append(object) }
        }
        return found
    }

    /// Returns the name of a font whose text cannot be read, without the letters that mark a subset.
    private func nameWithoutText(_ font: PDFDictionary) throws(PDFError) -> String? {
        guard try value("ToUnicode", in: font).streamValue == nil else { return nil }
        let encoding = try value("Encoding", in: font)
        switch try value("Subtype", in: font).nameValue {
        case "Type0":
            guard encoding.streamValue != nil || encoding.nameValue?.hasPrefix("Identity") == true else { return nil }
        case "TrueType", "Type3": guard encoding.isNull else { return nil }
        default: return nil
        }
        let name = try value("BaseFont", in: font).nameValue ?? "a font without a name"
        return name.dropFirst(6).first == "+" ? String(name.dropFirst(7)) : name
    }
}
