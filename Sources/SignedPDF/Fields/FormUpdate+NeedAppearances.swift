import Foundation

extension FormUpdate {
    /// Generates the appearances that `/NeedAppearances` asks viewers to generate, and removes that request (ISO
    /// 32000-2 table 224).
    ///
    /// While the request stands, viewers discard the appearances of all fields, signatures among them, and show their
    /// own instead of the signed ones. Some programs set it and leave the values out of the appearances.
    mutating func settleAppearances() throws(PDFError) {
        guard try update.resolve(form["NeedAppearances"] ?? .null) == .bool(true) else { return }
        form["NeedAppearances"] = nil
        for (name, field) in present.fields.sorted(by: { $0.key < $1.key }) where !usedNames.contains(name) {
            let dictionary = try update.dictionary(field.reference)
            guard field.type == "Tx" || field.type == "Ch",
                let text = try update.resolve(dictionary["V"] ?? .null).textValue, !text.isEmpty,
                shaper != nil || StandardFont.unshowableCharacter(in: text.filter { !$0.isNewline }) == nil
            else { continue }
            let defaults = try update.resolve(dictionary["DA"] ?? form["DA"] ?? .null).stringValue
            for widget in field.widgets where try !showsText(widget) {
                guard let box = try? widgetBox(widget, field: name), box.width > 0, box.height > 0 else { continue }
                // An existing value that no font can show stays as it is.
                guard
                    let set = try? TextAppearance(
                        text, font: .helvetica, shaper: shaper, fontSize: defaults.flatMap(Self.fontSize),
                        width: box.width, height: box.height, field: name)
                else { continue }
                let appearance = try add(set.appearance, rotation: box.rotation)
                try change(widget) { $0["AP"] = .dictionary(["N": .reference(appearance)]) }
            }
        }
    }

    /// Whether a widget's appearance paints text or something else that may hold text.
    private func showsText(_ widget: PDFReference) throws(PDFError) -> Bool {
        let appearances = try update.resolve(try update.dictionary(widget)["AP"] ?? .null).dictionaryValue
        guard case .stream(let stream) = try update.resolve(appearances?["N"] ?? .null) else { return false }
        guard let content = try? update.document.decoded(stream) else { return true }
        return ["Tj", "TJ", "Do"].contains { content.range(of: Data($0.utf8)) != nil }
    }

    /// Returns the font size of a default appearance string, or `nil` for automatic size (ISO 32000-2 §12.7.4.3).
    private static func fontSize(in defaults: Data) -> Double? {
        let words = String(decoding: defaults, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let operation = words.lastIndex(of: "Tf"), operation > 0, let size = Double(words[operation - 1]),
            size > 0
        else { return nil }
        return size
    }
}
