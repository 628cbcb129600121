import Foundation
import Words

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Why a translator's file cannot be read. Each has one English sentence.
public enum XLIFFProblem: Error, Hashable, CustomStringConvertible {
    case tooLarge(limit: Int)
    case notUTF8
    /// A document type can define entities, and none is needed.
    case documentType
    case notXML(line: Int)
    case notXLIFF
    case sourceNotEnglish(String)
    case unknownLanguage(String)
    case unknownUnit(String)
    case repeatedUnit(String)
    case strangeElement(String, unit: String)
    case unknownCode(String, unit: String)

    /// One English sentence.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "The file is larger than \(limit >> 20) MB."
        case .notUTF8: "The file is not text in UTF-8."
        case .documentType: "The file has a document type (<!DOCTYPE>), which XLIFF does not need."
        case .notXML(let line): "The file is not well-formed XML; see its line \(line)."
        case .notXLIFF: "The file is not XLIFF 2."
        case .sourceNotEnglish(let tag): "The source language is “\(tag.prefix(40))” and has to be “en”."
        case .unknownLanguage(let tag): "The target language “\(tag.prefix(40))” is not one of Countersign's languages."
        case .unknownUnit(let id): "\(id.prefix(100)): There is no such sentence."
        case .repeatedUnit(let id): "\(id.prefix(100)): The file has this unit twice."
        case .strangeElement(let name, let unit):
            "\(unit.prefix(100)): The element <\(name.prefix(40))> cannot stand in a sentence."
        case .unknownCode(let id, let unit):
            "\(unit.prefix(100)): The code “\(id.prefix(40))” names no fact, such as {sender}."
        }
    }
}

/// Everything that keeps a translator's file from being read.
public struct XLIFFProblems: Error, Hashable, CustomStringConvertible {
    /// At least one.
    public let problems: [XLIFFProblem]
    /// The sentences, one a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension TranslationFile {
    /// The maximum size of a file, in bytes.
    public static let largest = 8 << 20

    /// Reads XLIFF 2.0, 2.1 or 2.2. Nothing outside the file is read.
    ///
    /// - Throws: ``XLIFFProblems`` with every problem
    public init(xliff: Data) throws(XLIFFProblems) {
        func refused(_ problem: XLIFFProblem) -> XLIFFProblems { XLIFFProblems(problems: [problem]) }
        guard xliff.count <= Self.largest else { throw refused(.tooLarge(limit: Self.largest)) }
        guard let text = String(validating: xliff, as: UTF8.self) else { throw refused(.notUTF8) }
        if let encoding = text.prefix(200).firstMatch(of: /<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/)?.1,
            encoding.lowercased() != "utf-8"
        {
            throw refused(.notUTF8)
        }
        guard !text.contains("<!DOCTYPE") else { throw refused(.documentType) }
        let reader = XLIFFReader()
        let parser = XMLParser(data: xliff)
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = true
        parser.delegate = reader
        // On Linux, parse() is true for files that break off, too.
        let isWhole = parser.parse() && reader.isWellFormed && parser.parserError == nil
        guard reader.isXLIFF else {
            throw refused(isWhole || reader.sawRoot ? .notXLIFF : .notXML(line: parser.lineNumber))
        }
        guard isWhole else { throw refused(.notXML(line: parser.lineNumber)) }
        guard let language = reader.language else { throw XLIFFProblems(problems: reader.problems) }
        guard reader.problems.isEmpty else { throw XLIFFProblems(problems: reader.problems) }
        self.init(language, units: reader.units)
    }
}

/// Reads the elements of a file: of each unit the texts of its segments, in which a code stands for a fact.
private final class XLIFFReader: NSObject, XMLParserDelegate {
    private(set) var isXLIFF = false
    private(set) var sawRoot = false
    private(set) var isWellFormed = true
    private(set) var language: Language?
    private(set) var units: [TranslationUnit] = []
    private(set) var problems: [XLIFFProblem] = []

    private static let namespace = "urn:oasis:names:tc:xliff:document:2."
    private var ids: Set<String> = []
    /// The unit that is read.
    private var id: String?
    private var state = TranslationUnit.State.initial
    private var source = ""
    private var target: String?
    private var data: [String: String] = [:]
    private var dataID: String?
    /// Whether a segment is read. Suggestions of translators' programs have sources and targets too.
    private var isInSegment = false
    /// The element whose text counts: `source`, `target` or `data`.
    private var taking: String?
    /// Elements inside of it.
    private var depth = 0

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        guard sawRoot else { return root(name, namespaceURI, attributes) }
        guard namespaceURI?.hasPrefix(Self.namespace) == true else { return }
        if taking == "source" || taking == "target" { return inline(name, attributes) }
        switch name {
        case "unit":
            (id, state, source, target, data) = (attributes["id"] ?? "", .initial, "", nil, [:])
        case "segment", "ignorable":
            isInSegment = id != nil
            state = attributes["state"].flatMap(TranslationUnit.State.init) ?? state
        case "data": (dataID, taking) = (attributes["id"], "data")
        case "source" where isInSegment: taking = name
        case "target" where isInSegment: (taking, target) = (name, target ?? "")
        default: break
        }
    }

    private func root(_ name: String, _ namespace: String?, _ attributes: [String: String]) {
        sawRoot = true
        guard name == "xliff", namespace?.hasPrefix(Self.namespace) == true,
            attributes["version"]?.hasPrefix("2.") == true
        else { return }
        isXLIFF = true
        if let from = attributes["srcLang"], from != "en" { problems.append(.sourceNotEnglish(from)) }
        let tag = attributes["trgLang"] ?? ""
        language = Language.all.first { $0.tag.lowercased() == tag.lowercased() }
        if language == nil { problems.append(.unknownLanguage(tag)) }
    }

    private func inline(_ name: String, _ attributes: [String: String]) {
        depth += 1
        let unit = id ?? ""
        switch name {
        case "ph":
            let text = attributes["dataRef"].flatMap { data[$0] } ?? attributes["equiv"] ?? ""
            guard text.wholeMatch(of: /\{\w+\}/) != nil else {
                problems.append(.unknownCode(attributes["id"] ?? "", unit: unit))
                return
            }
            take(text)
        // A translator's own mark.
        case "mrk", "sm", "em": break
        default: problems.append(.strangeElement(name, unit: unit))
        }
    }

    private func take(_ text: String) {
        switch taking {
        case "source": source += text
        case "target": target = (target ?? "") + text
        case "data": if let dataID { data[dataID, default: ""] += text }
        default: break
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { isWellFormed = false }

    func parser(_ parser: XMLParser, foundCharacters text: String) { take(text) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { take(String(decoding: block, as: UTF8.self)) }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard namespaceURI?.hasPrefix(Self.namespace) == true else { return }
        if depth > 0 {
            depth -= 1
        } else if taking == name {
            taking = nil
        } else if name == "segment" || name == "ignorable" {
            isInSegment = false
        } else if name == "unit", let id {
            end(id)
            self.id = nil
        }
    }

    private func end(_ id: String) {
        guard ids.insert(id).inserted else { return problems.append(.repeatedUnit(id)) }
        guard let place = TranslationUnit.place(of: id) else { return problems.append(.unknownUnit(id)) }
        // Programs write an empty target before there is a translation.
        let text = state == .initial && target?.isEmpty == true ? nil : target
        units.append(TranslationUnit(place, source: source, target: text, state: state))
    }
}
