import Envelopes
import Foundation

/// The file name in a response (RFC 6266 §4).
public enum FileDisposition {
    /// Returns the values of the parameters `filename`, in ASCII, and `filename*` if the name has other characters (RFC
    /// 8187).
    public static func parameters(_ name: String) -> (ascii: String, full: String?) {
        // Replaces path separators: this is a name, not a path.
        let name = String(name.map { "/\\:".contains($0) ? "_" : $0 })
        let ascii = String(
            name.unicodeScalars.map { scalar in
                (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\" ? Character(scalar) : "_"
            })
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        allowed.insert(charactersIn: "-._~")
        let full = ascii == name ? nil : name.addingPercentEncoding(withAllowedCharacters: allowed)
        return ("filename=\"\(ascii)\"", full.map { "filename*=UTF-8''\($0)" })
    }

    /// Returns the header value for a file to download and not to show.
    static func attachment(_ name: String) -> String {
        let (ascii, full) = parameters(name)
        return ["attachment", ascii, full].compactMap(\.self).joined(separator: "; ")
    }
}

extension EnvelopeDocument {
    /// The document's name, with the extension `.pdf` added if it is missing.
    public var fileName: String { name.lowercased().hasSuffix(".pdf") ? name : "\(name).pdf" }
}
