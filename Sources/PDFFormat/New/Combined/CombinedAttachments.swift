import Foundation

/// The files attached to several documents (ISO 32000-2 §7.11.4).
struct CombinedAttachments {
    private var files: [Data: PDFObject] = [:]
    /// The files that the catalogs associate with the whole document (§14.13).
    private var associated: [PDFObject] = []

    mutating func add(_ part: inout CombinedPart, to file: inout FileWriter) throws(PDFError) {
        let document = part.document
        let names = try document.readable(part.catalog["Names"] ?? .null).dictionaryValue ?? [:]
        for (key, value) in try document.leaves(ofTree: names["EmbeddedFiles"], "Names") {
            guard let name = key.stringValue else { continue }
            var (free, number) = (name, 2)
            while files[free] != nil {
                free = name + Data(" (\(number))".utf8)
                number += 1
            }
            files[free] = part.copier.copy(value, to: &file)
        }
        let own = try document.readable(part.catalog["AF"] ?? .null)
        for element in own.arrayValue ?? [] { associated.append(part.copier.copy(element, to: &file)) }
    }

    func enter(_ catalog: inout PDFDictionary) {
        if !files.isEmpty {
            let sorted = files.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            catalog["Names"] = .dictionary([
                "EmbeddedFiles": .dictionary(["Names": .array(sorted.flatMap { [.string($0.key), $0.value] })])
            ])
        }
        if !associated.isEmpty { catalog["AF"] = .array(associated) }
    }
}
