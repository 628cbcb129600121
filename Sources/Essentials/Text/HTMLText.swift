/// Texts as HTML shows them.
public enum HTMLText {
    /// Escapes the special characters of HTML, also for attributes in quotes.
    ///
    /// It goes by Unicode scalars: a quote with a combining mark is another character to Swift, and still ends an
    /// attribute.
    public static func escaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": output.append(contentsOf: "&lt;".unicodeScalars)
            case ">": output.append(contentsOf: "&gt;".unicodeScalars)
            case "&": output.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": output.append(contentsOf: "&quot;".unicodeScalars)
            case "'": output.append(contentsOf: "&#39;".unicodeScalars)
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}
