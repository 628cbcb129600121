import Foundation

/// Compares what two files append to the same beginning, one revision at a time.
///
/// Each object of the beginning must be changed in both files or in neither. New objects may have different numbers;
/// following the references from known objects finds the counterpart of each. An object without a counterpart is a
/// difference, so nothing can be hidden for later.
struct AppendedComparison {
    /// The lowest object number that the beginning does not use.
    let first: Int
    private let texts: [String: UnsetText]
    /// The names of the fields whose text is in fonts that came with the found file.
    var otherFonts: Set<String> = []
    /// The found counterpart of each expected new object, and the reverse.
    private var found: [Int: Int] = [:]
    private(set) var expected: [Int: Int] = [:]
    /// Found objects that a picture of text consists of.
    var ofPictures: Set<Int> = []
    /// One more than the highest object number in use so far.
    private var bound: Int
    private var pending: [(wanted: PDFObject, had: PDFObject)] = []
    /// The name of the field that was compared last.
    private(set) var field: String?

    init(first: Int, texts: [String: UnsetText]) {
        self.first = first
        self.texts = texts
        bound = first
    }

    /// Trailer entries that belong to a section rather than the file, or only say that it is another version.
    private static let sectionEntries: Set<String> = [
        "Size", "Prev", "ID", "XRefStm", "Type", "W", "Index", "Length", "Filter", "DecodeParms",
    ]

    mutating func difference(of had: AppendedRevision, from wanted: AppendedRevision) throws(PDFError)
        -> AppendedDifference?
    {
        let hadNumbers = had.numbers
        guard had.section.kind == wanted.section.kind else { return .crossReference }
        let changed = wanted.objects.filter { $0.number < first }
        let others = had.objects.filter { $0.number < first }.symmetricDifference(changed)
        if let other = others.map(\.number).min() {
            return .object(other)
        }
        let again = wanted.objects.filter { found[$0.number] != nil }
        guard Set(again.compactMap { found[$0.number] }) == hadNumbers.filter({ expected[$0] != nil }),
            ofPictures.isDisjoint(with: hadNumbers), had.ownNumber.map({ $0 >= bound }) ?? true, isContiguous(had)
        else { return .objects }

        field = nil
        pending = [(trailer(of: wanted), trailer(of: had))]
        for reference in again {
            guard let other = found[reference.number] else { continue }
            pending.append(
                (try wanted.document.object(reference), try had.document.object(PDFReference(number: other))))
        }
        for reference in changed {
            pending.append((try wanted.document.object(reference), try had.document.object(reference)))
        }
        while let (one, other) = pending.popLast() {
            guard try match(one, other, wanted.document, had.document) else { return differenceHere }
        }
        let left = hadNumbers.first { $0 >= first && expected[$0] == nil && !ofPictures.contains($0) }
        guard left == nil else { return .additions }
        bound = max(bound, try had.document.firstUnusedNumber())
        return nil
    }

    private var differenceHere: AppendedDifference { field.map { .field($0) } ?? .content }

    /// Whether new object numbers continue without gaps. Otherwise a dangling reference to an unused number could get
    /// an object.
    private func isContiguous(_ had: AppendedRevision) -> Bool {
        let new = had.section.objectNumbers.filter { $0 >= first && expected[$0] == nil }
        return new == Array(bound..<bound + new.count) && had.section.firstUnusedNumber <= bound + new.count
    }

    private func trailer(of revision: AppendedRevision) -> PDFObject {
        var trailer = PDFDictionary()
        for entry in revision.section.trailer.entries where !Self.sectionEntries.contains(entry.key) {
            trailer[entry.key] = entry.value
        }
        return .dictionary(trailer)
    }

    // MARK: Values

    private mutating func match(
        _ wanted: PDFObject, _ had: PDFObject, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        switch (wanted, had) {
        case (.reference(let one), .reference(let other)):
            return try match(one, other, expectedFile, foundFile)
        case (.array(let one), .array(let other)):
            guard one.count == other.count else { return false }
            pending += zip(one, other).map { ($0, $1) }
            return true
        case (.dictionary(let one), .dictionary(let other)):
            return try match(one, other, expectedFile, foundFile)
        case (.stream(let one), .stream(let other)):
            return try match(one, other, expectedFile, foundFile)
        case (.integer, .real), (.real, .integer):
            return wanted.realValue == had.realValue
        default:
            return wanted == had
        }
    }

    private mutating func match(
        _ one: PDFReference, _ other: PDFReference, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        // An object of the beginning is the same in both, or is compared as one that both changed.
        guard one.number >= first else { return one == other }
        guard other.number >= first, one.generation == 0, other.generation == 0 else { return false }
        let (known, counterpart) = (found[one.number], expected[other.number])
        guard known == nil, counterpart == nil else { return known == other.number && counterpart == one.number }
        ofPictures.remove(other.number)
        found[one.number] = other.number
        expected[other.number] = one.number
        pending.append((try expectedFile.object(one), try foundFile.object(other)))
        return true
    }

    private mutating func match(
        _ one: PDFDictionary, _ other: PDFDictionary, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        if let name = one["T"]?.textValue { field = name }
        if one["Type"] == .name("Sig"), one["ByteRange"] != nil {
            guard other["ByteRange"]?.arrayValue != nil, other["Contents"]?.stringValue != nil,
                Self.isSameSecond(one["M"], other["M"])
            else { return false }
            return push(one, other, but: ["ByteRange", "Contents", "M"])
        }
        if let name = one["T"]?.textValue, let text = texts[name], one["FT"] == .name("Tx") {
            // A filled field is read-only; a field that can still be filled is empty.
            guard (one["Ff"]?.integerValue ?? 0) & 1 != 0 else { return push(one, other, but: []) }
            guard other["V"]?.textValue == text.text, let wanted = try Self.picture(of: one, in: expectedFile),
                let had = try Self.picture(of: other, in: foundFile)
            else { return false }
            guard try showsSameText(had, as: wanted, unset: text, foundFile, expectedFile) else { return false }
            try keepObjects(of: other["AP"] ?? .null, in: foundFile)
            return push(one, other, but: ["V", "AP"])
        }
        return push(one, other, but: [])
    }

    mutating func push(_ one: PDFDictionary, _ other: PDFDictionary, but ignored: Set<String>) -> Bool {
        let keys = Set(one.keys).subtracting(ignored)
        // Readers differ in which value of a duplicate key they use.
        guard Set(other.keys).count == other.entries.count, keys == Set(other.keys).subtracting(ignored) else {
            return false
        }
        for key in keys.sorted() { pending.append((one[key] ?? .null, other[key] ?? .null)) }
        return true
    }

    private static func isSameSecond(_ one: PDFObject?, _ other: PDFObject?) -> Bool {
        guard let one = one?.textValue.flatMap(PDFDate.date), let other = other?.textValue.flatMap(PDFDate.date) else {
            return false
        }
        return abs(one.timeIntervalSince(other)) <= 1
    }

    // MARK: Streams

    static let coding: Set<String> = ["Length", "Filter", "DecodeParms"]

    private mutating func match(
        _ one: PDFStream, _ other: PDFStream, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        if try Self.hasEmbeddedFonts(one, in: expectedFile) {
            if try matchWhole(one, other, expectedFile, foundFile) { return true }
            return try showsSameText(other, as: one, unset: nil, foundFile, expectedFile)
        }
        return try matchStreams(one, other, expectedFile, foundFile)
    }

    private mutating func matchStreams(
        _ one: PDFStream, _ other: PDFStream, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        let isSame =
            one.encodedBytes == other.encodedBytes
            && Self.coding.subtracting(["Length"]).allSatisfy { one.dictionary[$0] == other.dictionary[$0] }
        if !isSame {
            let (wanted, had) = (try expectedFile.decoded(one), try foundFile.decoded(other))
            guard wanted == had else { return false }
        }
        return push(one.dictionary, other.dictionary, but: Self.coding)
    }

    // MARK: Pictures in embedded fonts

    /// Whether a picture is the same, including the glyphs of its fonts. If not, the state stays unchanged.
    private mutating func matchWhole(
        _ one: PDFStream, _ other: PDFStream, _ expectedFile: PDFDocument, _ foundFile: PDFDocument
    ) throws(PDFError) -> Bool {
        var trial = self
        trial.pending = []
        guard try trial.matchStreams(one, other, expectedFile, foundFile) else { return false }
        while let (one, other) = trial.pending.popLast() {
            guard try trial.match(one, other, expectedFile, foundFile) else { return false }
        }
        trial.pending = pending
        self = trial
        return true
    }

    /// Returns a field's appearance stream, if it has exactly one.
    private static func picture(of field: PDFDictionary, in file: PDFDocument) throws(PDFError) -> PDFStream? {
        guard let pictures = try file.value("AP", in: field).dictionaryValue, pictures.entries.count == 1 else {
            return nil
        }
        return try file.value("N", in: pictures).streamValue
    }

    private static func hasEmbeddedFonts(_ stream: PDFStream, in file: PDFDocument) throws(PDFError) -> Bool {
        guard stream.dictionary["Subtype"] == .name("Form") else { return false }
        let resources = try file.value("Resources", in: stream.dictionary).dictionaryValue ?? [:]
        let fonts = try file.value("Font", in: resources).dictionaryValue ?? [:]
        for entry in fonts.entries {
            if try file.resolve(entry.value).dictionaryValue?["Subtype"] == .name("Type0") { return true }
        }
        return false
    }
}
