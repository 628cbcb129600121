import Foundation

/// A document's active content: scripts, actions that start programs, and embedded programs (ISO 32000-2 §12.6,
/// §7.11.4).
public struct ActiveContent: Sendable, Hashable {
    /// Whether an action holds JavaScript (§12.6.4.17), including renditions.
    public var hasScripts = false
    /// Whether an action starts a program or opens a file (§12.6.4.6).
    public var launches = false
    /// The names of embedded files that are programs, by their name or first bytes, or that cannot be inspected.
    public var programs: [String] = []

    package init() {}
}

extension PDFDocument {
    /// Searches for active content in all objects reachable from the catalog, except pages' contents, resources and
    /// structure.
    ///
    /// Unreadable objects are skipped: no reader runs them either.
    ///
    /// - Throws: `PDFError.beyondLimits`
    public func activeContent() throws(PDFError) -> ActiveContent {
        var search = ActiveContentSearch(document: self)
        try search.run()
        return search.found
    }
}

private struct ActiveContentSearch {
    let document: PDFDocument
    var found = ActiveContent()
    private var waiting: [PDFObject] = []
    private var seen: Set<PDFReference> = []

    /// Entries that never hold an action or file that readers offer.
    private static let passedOver: Set<String> = [
        "AP", "Contents", "DR", "Metadata", "PieceInfo", "Resources", "StructTreeRoot", "Thumb",
    ]
    /// The extensions of files that systems run when they are opened.
    private static let endings = Set(
        """
        action apk app appimage application appref-ms appx bash bat bin chm class cmd com command cpl csh deb desktop \
        diagcab dll dmg drv dylib elf exe gadget hta inf ipa jar jnlp js jse ksh lnk msc msi msix msp mst msu ocx pif pkg \
        pl ps1 ps1xml psd1 psm1 py pyw rb reg rpm run scf scpt scr sct settingcontent-ms sh so swf sys terminal url vb vbe \
        vbs webloc workflow wsc wsf wsh xll zsh
        """.split(separator: " ").map(String.init))
    /// The first bytes of Windows programs and links, Linux and macOS programs (either byte order, 32 and 64 bits,
    /// universal), and `#!` scripts.
    private static let beginnings: [[UInt8]] = [
        [0x4D, 0x5A], [0x4C, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00], [0x7F, 0x45, 0x4C, 0x46],
        [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
        [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF], [0x23, 0x21],
    ]

    init(document: PDFDocument) { self.document = document }

    mutating func run() throws(PDFError) {
        waiting = [.dictionary(try document.catalog())]
        while let next = waiting.popLast() {
            switch next {
            case .reference(let reference):
                guard seen.insert(reference).inserted else { continue }
                if let object = try document.readable({ () throws(PDFError) in try document.object(reference) }) {
                    waiting.append(object)
                }
            case .array(let elements): waiting += elements.filter(\.holdsOthers)
            case .dictionary(let dictionary): try look(at: dictionary)
            case .stream(let stream): try look(at: stream.dictionary)
            default: break
            }
        }
    }

    private mutating func look(at dictionary: PDFDictionary) throws(PDFError) {
        for entry in dictionary.entries {
            switch entry.key {
            case "S":
                let kind = try document.readable { () throws(PDFError) in try document.resolve(entry.value) }
                if kind == .name("JavaScript") { found.hasScripts = true }
                if kind == .name("Rendition"), dictionary["JS"] != nil { found.hasScripts = true }
                if kind == .name("Launch") { found.launches = true }
            case "OnInstantiate": found.hasScripts = true
            case "URI":
                let address = try document.readable { () throws(PDFError) in try document.resolve(entry.value) }?
                    .stringValue
                let text = address.map { String(decoding: $0, as: UTF8.self).lowercased() }
                if text?.hasPrefix("javascript:") == true { found.hasScripts = true }
            case "EF": try look(at: entry.value, of: dictionary)
            default:
                if entry.value.holdsOthers, !Self.passedOver.contains(entry.key) { waiting.append(entry.value) }
            }
        }
    }

    /// - Parameter files: the embedded file under each name of the file specification (§7.11.3)
    private mutating func look(at files: PDFObject, of specification: PDFDictionary) throws(PDFError) {
        let names = ["UF", "F", "Unix", "Mac", "DOS", "Desc"].compactMap { key in
            specification[key].flatMap { try? document.resolve($0) }
                .flatMap { $0.stringValue.map(PDFTextString.decode) ?? $0.nameValue }
        }
        var isProgram = names.contains(where: Self.namesProgram)
        let streams = try document.readable { () throws(PDFError) in try document.resolve(files) }?.dictionaryValue
        for entry in isProgram ? [] : streams?.entries ?? [] {
            guard
                let stream = try document.readable({ () throws(PDFError) in try document.resolve(entry.value) })?
                    .streamValue
            else { continue }
            let bytes = try? document.decoded(stream)
            if bytes.map({ bytes in Self.beginnings.contains { bytes.starts(with: $0) } }) ?? true { isProgram = true }
        }
        if isProgram { found.programs.append(names.first ?? "without a name") }
    }

    /// Whether a system might treat a name as a program's. It ignores what systems ignore: folders, text after a NUL,
    /// trailing spaces and dots, and full-width letters.
    private static func namesProgram(_ name: String) -> Bool {
        let plain = name.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter {
            $0.properties.generalCategory != .format && $0 != "\u{307}"
        }
        let parts = plain.split {
            "/\\:".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
        }
        return parts.contains { part in
            guard let end = part.lastIndex(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }),
                let dot = part[...end].lastIndex(of: ".")
            else { return false }
            return endings.contains(
                part[part.index(after: dot)...end].reduce(into: "") { $0.unicodeScalars.append($1) })
        }
    }
}

extension PDFObject {
    /// Whether other objects may be reachable through it.
    fileprivate var holdsOthers: Bool {
        switch self {
        case .array, .dictionary, .stream, .reference: true
        default: false
        }
    }
}
