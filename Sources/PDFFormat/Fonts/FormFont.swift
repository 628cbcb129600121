/// A font of the document's own whose program is embedded, with the codes of the characters that it shows.
package struct FormFont: Sendable, Hashable {
    /// The name in the resources of the content streams that use the font.
    package let name: String
    package let reference: PDFReference
    private let codes: [Character: UInt8]
    /// The widths by code, for a size of 1.
    private let widths: [Double]

    /// - Parameter widths: 256 widths, for a size of 1
    package init(name: String, reference: PDFReference, codes: [Character: UInt8], widths: [Double]) {
        self.name = name
        self.reference = reference
        self.codes = codes
        self.widths = widths
    }

    /// Returns a text's codes; `nil` if the font lacks one of its characters.
    package func codes(of text: String) -> [UInt8]? {
        var result: [UInt8] = []
        for character in text {
            guard let code = codes[character] else { return nil }
            result.append(code)
        }
        return result
    }

    /// Returns the width of a text for a size of 1.
    package func width(ofCodes codes: [UInt8]) -> Double { codes.reduce(0) { $0 + widths[Int($1)] } }

    package static func == (one: FormFont, other: FormFont) -> Bool {
        one.name == other.name && one.reference == other.reference
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}
