import Foundation

extension FormUpdate {
    /// Generates the appearances that `/NeedAppearances` asks viewers to generate, and removes that request (ISO
    /// 32000-2 table 224).
    ///
    /// While the request stands, viewers discard the appearances of all fields, signatures among them, and show their
    /// own instead of the signed ones. Some programs set it and leave the values out of the appearances. So that the
    /// fields look after signing as they did before, they are drawn as viewers draw them. In a signed document, pictures
    /// that show something stay: its signatures permit no others.
    mutating func settleAppearances() throws(PDFError) {
        guard try update.resolve(form["NeedAppearances"] ?? .null) == .bool(true) else { return }
        form["NeedAppearances"] = nil
        let isSigned = try update.document.isSigned()
        for (name, field) in present.fields.sorted(by: { $0.key < $1.key }) where !usedNames.contains(name) {
            for widget in field.widgets {
                // A value that no font can show, and a widget that cannot be read, stay as they are.
                let settled = try update.document.readable { () throws(PDFError) in
                    try GeneratedField(widget, of: field, named: name, isSigned: isSigned, in: self)
                }
                guard let settled, let settled, !settled.keepsPicture(isSigned: isSigned)
                else { continue }
                try settle(widget, as: settled)
            }
        }
    }

    private mutating func settle(_ widget: PDFReference, as settled: GeneratedField) throws(PDFError) {
        let normal: PDFObject
        switch settled.picture {
        case .whole(let appearance): normal = .reference(try add(appearance, rotation: settled.rotation))
        case .states(let states):
            var references = PDFDictionary()
            for (state, appearance) in states {
                references[state] = .reference(try add(appearance, rotation: settled.rotation))
            }
            normal = .dictionary(references)
        }
        try change(widget) {
            $0["AP"] = .dictionary(["N": normal])
            if let state = settled.state { $0["AS"] = .name(state) }
        }
    }
}
