import Foundation
import PageImages

/// The kinds of files that can become a document. The raw value is the usual file extension.
public enum FileKind: String, Sendable, Hashable, CaseIterable {
    case pdf
    case png, jpeg, heic, gif, tiff, webp
    case text = "txt"
    case html, rtf
    case docx, xlsx, pptx
    case odt, ods, odp
    case doc, xls, ppt

    /// What turns the kind into a PDF.
    package enum Way: Sendable, Hashable {
        /// It is one.
        case none
        /// The service puts the picture on a page.
        case picture
        /// ImageMagick reads the pictures.
        case imageMagick
        case libreOffice
    }

    /// Whether it is a picture, or several.
    package var isPicture: Bool { way == .picture || way == .imageMagick }

    package var way: Way {
        switch self {
        case .pdf: .none
        case .png, .jpeg, .heic: .picture
        case .gif, .tiff, .webp: .imageMagick
        case .text, .html, .rtf, .docx, .xlsx, .pptx, .odt, .ods, .odp, .doc, .xls, .ppt: .libreOffice
        }
    }

    /// Recognizes a file by its bytes. Its name decides only where several kinds begin alike, and for plain text, which
    /// has no beginning of its own. A page of HTML that is named as a file of another kind is rejected: servers send such
    /// pages in place of a file, to say that it is gone or to ask for a password.
    ///
    /// - Parameter name: the file's name, or only its extension; it may be empty
    /// - Returns: `nil` for a file of another kind
    public init?(_ file: Data, named name: String) {
        let ending = Self.ending(of: name)
        if let kind = Self.beginning(of: file) {
            self = kind
        } else if file.starts(with: [0x50, 0x4B, 0x03, 0x04]), let kind = Self.package(file, ending) {
            self = kind
        } else if file.starts(with: Self.compoundFile), let kind = Self.compound(file, ending) {
            self = kind
        } else if let isPage = Self.hypertextBeginning(of: file),
            Self.named(ending) == .html || isPage && [nil, .text].contains(Self.named(ending))
        {
            self = .html
        } else if Self.named(ending) == .text, PlainText.decoded(file) != nil {
            self = .text
        } else {
            return nil
        }
    }

    /// Whether a name has an extension of files that can become a document.
    package static func takes(name: String) -> Bool { name.contains(".") && named(ending(of: name)) != nil }

    /// The kind whose files have such an extension.
    private static func named(_ ending: String) -> Self? {
        switch ending {
        case "jpg": .jpeg
        case "heif": .heic
        case "tif": .tiff
        case "text": .text
        case "htm", "xhtml": .html
        default: Self(rawValue: ending)
        }
    }

    /// The extension of a name in small letters; the name itself where it has none.
    private static func ending(of name: String) -> String {
        let last = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? name
        return last.trimmingCharacters(in: .whitespaces).lowercased()
    }

    private static func beginning(of file: Data) -> Self? {
        let start = Data(file.prefix(1024))
        // ISO 32000-2 §7.5.2: readers take a header that is not at the very beginning.
        if start.range(of: Data("%PDF-".utf8)) != nil { return .pdf }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if HEICPicture.begins(file) { return .heic }
        if start.starts(with: Data("GIF87a".utf8)) || start.starts(with: Data("GIF89a".utf8)) { return .gif }
        // TIFF 6.0 §2, and its form with offsets of 64 bits.
        let tiff: [[UInt8]] = [
            [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
        ]
        if tiff.contains(where: { start.starts(with: $0) }) { return .tiff }
        if start.starts(with: Data("RIFF".utf8)), start.dropFirst(8).starts(with: Data("WEBP".utf8)) { return .webp }
        if start.starts(with: Data("{\\rtf".utf8)) { return .rtf }
        return nil
    }

    // MARK: Packages

    /// What the kinds of a zip file hold: OpenDocument 1.3 part 2 §3.3, and the usual parts of ECMA-376.
    private static let packages: [(Self, String)] = [
        (.odt, "application/vnd.oasis.opendocument.text"),
        (.ods, "application/vnd.oasis.opendocument.spreadsheet"),
        (.odp, "application/vnd.oasis.opendocument.presentation"),
        (.docx, "word/document.xml"), (.xlsx, "xl/workbook.xml"), (.pptx, "ppt/presentation.xml"),
    ]

    private static func package(_ file: Data, _ ending: String) -> Self? {
        if let found = packages.first(where: { file.range(of: Data($0.1.utf8)) != nil }) { return found.0 }
        return [.docx, .xlsx, .pptx, .odt, .ods, .odp].first { $0.rawValue == ending }
    }

    /// [MS-CFB] §2.2.
    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    /// The streams that tell the kinds apart, in UTF-16.
    private static let streams: [(Self, String)] = [
        (.doc, "WordDocument"), (.xls, "Workbook"), (.ppt, "PowerPoint Document"),
    ]

    private static func compound(_ file: Data, _ ending: String) -> Self? {
        func holds(_ name: String) -> Bool { file.range(of: name.data(using: .utf16LittleEndian) ?? Data()) != nil }
        if let found = streams.first(where: { holds($0.1) }) { return found.0 }
        // Files of newer kinds that have a password are kept in the older form ([MS-OFFCRYPTO] §2.3.4).
        return allCases.filter { $0.way == .libreOffice && $0 != .text && $0 != .html }.first { $0.rawValue == ending }
    }

    /// Whether a compound file holds an encrypted package, which only its password opens.
    package static func needsPassword(_ file: Data) -> Bool {
        file.starts(with: compoundFile)
            && file.range(of: "EncryptedPackage".data(using: .utf16LittleEndian) ?? Data()) != nil
    }

    // MARK: HTML

    /// Returns whether a text begins as a page of HTML does; `nil` if it is no text.
    private static func hypertextBeginning(of file: Data) -> Bool? {
        guard let text = PlainText.decoded(file.prefix(4096), isWhole: file.count <= 4096) else { return nil }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(2048).lowercased()
        return ["<!doctype html", "<html", "<body"].contains { start.hasPrefix($0) }
            || start.hasPrefix("<!--") && start.contains("<html") || start.hasPrefix("<?xml") && start.contains("<html")
    }
}
