import Foundation

/// File names for downloads that a page offers.
public enum DownloadName {
    /// The maximum length of a name in UTF-8 bytes; common file systems allow 255.
    private static let limit = 180

    /// Returns a safe file name: without folders, not hidden, without control characters or bidirectional marks (which
    /// could disguise the extension). The length is limited; the extension is kept.
    public static func safe(_ suggested: String?, fallback: String = "document.pdf") -> String {
        let last = (suggested ?? "").split(whereSeparator: { "/\\:".contains($0) }).last.map(String.init) ?? ""
        let scalars = last.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
            default: !"<>\"|?*".unicodeScalars.contains(scalar)
            }
        }
        let trimmed = String(String.UnicodeScalarView(scalars)).trimmingCharacters(
            in: CharacterSet(charactersIn: ". ").union(.whitespacesAndNewlines))
        return shortened(trimmed) ?? fallback
    }

    /// Returns a URL for a name that is not used in the folder, with a number before the extension if necessary.
    public static func unused(_ name: String, in folder: URL) -> URL {
        let (stem, ending) = parts(of: name)
        var candidate = folder.appendingPathComponent(name)
        var number = 2
        while (try? candidate.checkResourceIsReachable()) == true {
            candidate = folder.appendingPathComponent("\(stem) \(number)\(ending)")
            number += 1
        }
        return candidate
    }

    /// Returns `nil` if nothing is left of the name.
    private static func shortened(_ name: String) -> String? {
        guard name.utf8.count > limit else { return name.isEmpty ? nil : name }
        var (stem, ending) = parts(of: name)
        if ending.utf8.count > 20 { ending = "" }
        while stem.utf8.count + ending.utf8.count > limit { stem.removeLast() }
        return stem.isEmpty ? nil : stem + ending
    }

    /// Splits a name; `ending` includes the dot.
    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
