import Foundation

/// A font file that text can be set in, and where it comes from.
public struct FontFace: Sendable, Hashable, Codable {
    /// The name that the page and stored artwork use: lower-case words joined by hyphens.
    public let id: String
    /// The name people know the typeface by.
    public let name: String
    /// The file's name inside a font directory.
    package let fileName: String
    /// The directory in which the Debian package puts the file.
    package let packagedDirectory: String
    /// The Debian package that holds the file.
    package let debianPackage: String

    /// A font that the system has under this name.
    public init(id: String, name: String) {
        self.init(id: id, name: name, fileName: "", packagedDirectory: "", package: "")
    }

    package init(id: String, name: String, fileName: String, packagedDirectory: String, package: String) {
        self.id = id
        self.name = name
        self.fileName = fileName
        self.packagedDirectory = packagedDirectory
        self.debianPackage = package
    }
}

/// The faces in which a person can type a signature, best first.
///
/// All three are script faces that read as a signature and have the accented letters of western European names;
/// Kaushan Script also has those of central European ones.
public enum HandwritingFace {
    public static let dancingScript = FontFace(
        id: "dancing-script", name: "Dancing Script", fileName: "DancingScript-Regular.otf",
        packagedDirectory: "/usr/share/fonts/opentype/dancingscript", package: "fonts-dancingscript")
    public static let kristi = FontFace(
        id: "kristi", name: "Kristi", fileName: "Kristi.ttf",
        packagedDirectory: "/usr/share/fonts/truetype/kristi", package: "fonts-kristi")
    public static let kaushanScript = FontFace(
        id: "kaushan-script", name: "Kaushan Script", fileName: "KaushanScript-Regular.otf",
        packagedDirectory: "/usr/share/fonts/opentype/kaushanscript", package: "fonts-kaushanscript")

    public static let all = [dancingScript, kristi, kaushanScript]
}

extension FontFace {
    /// Stands for no file: each character in the first of this machine's fonts that has it, as ``FontOrder`` says. For
    /// names in scripts that no handwriting face has.
    public static let anyScript = FontFace(
        id: "any-script", name: "Plain")
}

/// Where font files are looked for: first in `directories`, in their order, then where their Debian package puts them.
public struct FontLocations: Sendable, Hashable {
    public var directories: [String]
    /// Whether the Debian packages' directories are looked into as well.
    public var includesPackages: Bool

    public init(directories: [String] = [], includesPackages: Bool = true) {
        self.directories = directories
        self.includesPackages = includesPackages
    }

    /// The path of a face's file.
    ///
    /// - Throws: ``TypesettingError/fontMissing(face:looked:package:)`` when no directory holds it.
    public func path(of face: FontFace) throws(TypesettingError) -> String {
        let looked = directories + (includesPackages ? [face.packagedDirectory] : [])
        for directory in looked {
            let path = (directory as NSString).appendingPathComponent(face.fileName)
            if FileManager.default.isReadableFile(atPath: path) { return path }
        }
        throw .fontMissing(face: face.name, looked: looked, package: face.debianPackage)
    }
}
