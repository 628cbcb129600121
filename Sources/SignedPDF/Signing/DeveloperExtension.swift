/// A developer extension that a file declares (ISO 32000-2 §7.12).
struct DeveloperExtension: Sendable {
    /// The registered prefix of the extension's developer.
    var prefix: String
    var level: Int
    var revision: String

    /// Signatures with Edwards curves (ISO/TS 32002:2022).
    static let signaturesISO32002 = DeveloperExtension(prefix: "ISO_", level: 32002, revision: ":2022")

    fileprivate var dictionary: PDFDictionary {
        [
            "Type": .name("DeveloperExtensions"), "BaseVersion": .name("2.0"), "ExtensionLevel": .integer(level),
            "ExtensionRevision": .text(revision),
        ]
    }
}

extension FormUpdate {
    /// Declares an extension in the catalog, and version 2.0, which the extension builds on.
    mutating func declare(_ developerExtension: DeveloperExtension) throws(PDFError) {
        let document = update.document
        guard let root = document.trailer["Root"]?.referenceValue else { return }
        let catalog = try update.dictionary(root)
        var extensions = try update.resolve(catalog["Extensions"] ?? .null).dictionaryValue ?? [:]
        let declared = try update.resolve(extensions[developerExtension.prefix] ?? .null)
        // Several extensions with one prefix are in an array (ISO 32000-2 §7.12.2).
        var list = declared.arrayValue ?? (declared.isNull ? [] : [declared])
        var isDeclared = false
        for item in list {
            let level = try update.resolve(item).dictionaryValue?["ExtensionLevel"]?.integerValue
            isDeclared = isDeclared || level == developerExtension.level
        }
        if !isDeclared { list.append(.dictionary(developerExtension.dictionary)) }
        extensions[developerExtension.prefix] = list.count == 1 ? list[0] : .array(list)
        let header = document.bytes.dropFirst(document.headerOffset).prefix(7)
        let version = try update.resolve(catalog["Version"] ?? .null).nameValue ?? "1.0"
        try change(root) {
            if !isDeclared { $0["Extensions"] = .dictionary(extensions) }
            if !header.elementsEqual("%PDF-2.".utf8), !version.hasPrefix("2.") { $0["Version"] = .name("2.0") }
        }
    }
}
