import Foundation
import Words

extension TranslationFile {
    /// The file in the form that translators' programs read: XLIFF 2.1 (OASIS). The name of a fact is an inline code, so
    /// that nobody translates it.
    public var xliff: Data {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.1\" srcLang=\"en\" trgLang=\"\(language.tag)\" xml:space=\"preserve\">",
            "<file id=\"countersign\">",
        ]
        for unit in units { lines.append(Self.element(unit)) }
        lines += ["</file>", "</xliff>", ""]
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func element(_ unit: TranslationUnit) -> String {
        var codes = Codes()
        let source = codes.inline(unit.source)
        codes.isTarget = true
        let target = unit.target.map { "<target>\(codes.inline($0))</target>" } ?? ""
        let note = unit.note.map { "<notes><note>\(escaped($0))</note></notes>" } ?? ""
        return "<unit id=\"\(unit.id)\">\(note)\(codes.data)<segment state=\"\(unit.state.rawValue)\">"
            + "<source>\(source)</source>\(target)</segment></unit>"
    }

    fileprivate static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// The inline codes of one unit. The same fact has the same id in source and target.
    private struct Codes {
        /// The names of facts by the number of their data.
        private var names: [String] = []
        private var counts: [String: Int] = [:]
        var isTarget = false {
            didSet { counts = [:] }
        }

        var data: String {
            guard !names.isEmpty else { return "" }
            let parts = names.enumerated().map { "<data id=\"d\($0.offset + 1)\">{\($0.element)}</data>" }
            return "<originalData>\(parts.joined())</originalData>"
        }

        /// Returns a text with its placeholders as codes.
        mutating func inline(_ text: String) -> String {
            var output = ""
            var rest = text[...]
            while let match = rest.firstMatch(of: /\{(\w+)\}/) {
                let name = String(match.1)
                if !names.contains(name) { names.append(name) }
                let number = (names.firstIndex(of: name) ?? 0) + 1
                counts[name, default: 0] += 1
                let again = counts[name, default: 1] > 1 ? "-\(counts[name, default: 1])" : ""
                output += TranslationFile.escaped(rest[..<match.range.lowerBound])
                output += "<ph id=\"\(number)\(again)\" dataRef=\"d\(number)\" disp=\"{\(name)}\" equiv=\"{\(name)}\"/>"
                rest = rest[match.range.upperBound...]
            }
            return output + TranslationFile.escaped(rest)
        }
    }
}
