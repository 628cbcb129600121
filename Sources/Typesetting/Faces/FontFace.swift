import Foundation

/// A typeface for text, and the location of its font file.
public struct FontFace: Sendable, Hashable, Codable {
    /// The identifier in pages and stored artwork: lower-case words joined by hyphens.
    public let id: String
    /// The typeface's common name.
    public let name: String
    /// The file's name inside a font directory.
    package let fileName: String
    /// The directory in which the Debian package puts the file.
    package let packagedDirectory: String
    /// The Debian package that holds the file.
    package let debianPackage: String

    /// Creates a face for a font that the system has under this name.
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

/// The faces for typed signatures, best first.
///
/// All three are script faces that look like a signature and have the accented letters of western European names.
/// Kaushan Script also has those of central European names.
public enum HandwritingFace {
    /// Dancing Script, on Debian in the package fonts-dancingscript.
    public static let dancingScript = FontFace(
        id: "dancing-script", name: "Dancing Script", fileName: "DancingScript-Regular.otf",
        packagedDirectory: "/usr/share/fonts/opentype/dancingscript", package: "fonts-dancingscript")
    /// Kristi, on Debian in the package fonts-kristi.
    public static let kristi = FontFace(
        id: "kristi", name: "Kristi", fileName: "Kristi.ttf",
        packagedDirectory: "/usr/share/fonts/truetype/kristi", package: "fonts-kristi")
    /// Kaushan Script, on Debian in the package fonts-kaushanscript.
    public static let kaushanScript = FontFace(
        id: "kaushan-script", name: "Kaushan Script", fileName: "KaushanScript-Regular.otf",
        packagedDirectory: "/usr/share/fonts/opentype/kaushanscript", package: "fonts-kaushanscript")

    /// All three, in the order to offer them.
    public static let all = [dancingScript, kristi, kaushanScript]

    /// A hand for each of the scripts that these three lack, in the order to offer them: Arabic in nastaliq, cursive
    /// Hebrew, Japanese in running script, Chinese in regular script, and Korean with a pen. Each is offered where its
    /// file is there; without it, such a name is set in ``FontFace/anyScript``.
    public static let otherScripts = [
        FontFace(
            id: "noto-nastaliq", name: "Noto Nastaliq Urdu", fileName: "NotoNastaliqUrdu-Regular.ttf",
            packagedDirectory: "/usr/share/fonts/truetype/noto", package: "fonts-noto-core"),
        FontFace(
            id: "dorian", name: "Dorian CLM", fileName: "DorianCLM-BookItalic.ttf",
            packagedDirectory: "/usr/share/fonts/truetype/culmus-fancy", package: "culmus-fancy"),
        FontFace(
            id: "kouzan-gyosho", name: "Kouzan Gyosho", fileName: "kouzan-mouhitsu-gyosho.ttf",
            packagedDirectory: "/usr/share/fonts/truetype/kouzan-mouhitsu", package: "fonts-kouzan-mouhitsu"),
        FontFace(
            id: "ukai", name: "AR PL UKai", fileName: "ukai.ttc",
            packagedDirectory: "/usr/share/fonts/truetype/arphic", package: "fonts-arphic-ukai"),
        FontFace(
            id: "nanum-pen", name: "Nanum Pen", fileName: "NanumPen.ttf",
            packagedDirectory: "/usr/share/fonts/truetype/nanum", package: "fonts-nanum-extra"),
    ]
}

extension FontFace {
    /// A face without a file: each character is set in the first font of this machine that has it, according to
    /// ``FontOrder``. It serves names in scripts that no handwriting face has.
    public static let anyScript = FontFace(
        id: "any-script", name: "Plain")
}

/// The directories of font files: first `directories`, in order, then those of the Debian packages.
public struct FontLocations: Sendable, Hashable {
    /// The directories to look in first, in order.
    public var directories: [String]
    /// Whether the Debian packages' directories are searched too.
    public var includesPackages: Bool

    /// Without arguments, only the packages' directories are searched.
    public init(directories: [String] = [], includesPackages: Bool = true) {
        self.directories = directories
        self.includesPackages = includesPackages
    }

    /// Returns the path of a face's file.
    ///
    /// - Throws: ``TypesettingError/fontMissing(face:looked:package:)`` if no directory contains it
    public func path(of face: FontFace) throws(TypesettingError) -> String {
        let looked = directories + (includesPackages ? [face.packagedDirectory] : [])
        for directory in looked {
            let path = (directory as NSString).appendingPathComponent(face.fileName)
            if FileManager.default.isReadableFile(atPath: path) { return path }
        }
        throw .fontMissing(face: face.name, looked: looked, package: face.debianPackage)
    }
}
