import Foundation

/// A file name for something that a page offers to keep.
public enum DownloadName {
    /// The most bytes of a name in UTF-8; common file systems take 255.
    private static let limit = 180

    /// A name that is one: no folders, not hidden, no control characters or marks that turn the order of characters
    /// around (which would hide the ending), of bounded length with its ending kept.
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

    /// A name that no file in the folder has: with a number before the ending if need be.
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

    /// Nil where nothing is left of the name.
    private static func shortened(_ name: String) -> String? {
        guard name.utf8.count > limit else { return name.isEmpty ? nil : name }
        var (stem, ending) = parts(of: name)
        if ending.utf8.count > 20 { ending = "" }
        while stem.utf8.count + ending.utf8.count > limit { stem.removeLast() }
        return stem.isEmpty ? nil : stem + ending
    }

    /// The ending begins with its dot.
    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
