import Foundation

/// Finds every signature dictionary in a file, whether or not a field has it as its value.
///
/// Each has the key `/ByteRange` in plain bytes, since a signature cannot cover its own object stream. The search goes
/// through the bytes, and through object streams for dictionaries that cannot be signatures but pose as such.
struct SignatureSearch {
    /// The most headers to try before a key, and the most bytes between a header and its key.
    private static let mostHeaders = 16
    private static let furthestHeader = 4 << 20

    private let document: PDFDocument

    init(_ document: PDFDocument) { self.document = document }

    /// Returns the signature dictionaries other than the values of known fields, in file order.
    func dictionaries(besides known: [SignedField]) throws(PDFError) -> [SignatureDictionary] {
        let plain = try document.bytes.lend { (bytes) throws(PDFError) in
            try dictionaries(in: bytes, besides: Set(known.compactMap(\.object)))
        }
        return plain + (try compressed())
    }

    // MARK: Plain bytes

    private func dictionaries(
        in bytes: UnsafeRawBufferPointer, besides known: Set<PDFReference>
    ) throws(PDFError) -> [SignatureDictionary] {
        try document.meter.charge(bytes.count / 8)
        let places = ByteRangeKeys(bytes).places()
        guard !places.isEmpty else { return [] }
        try document.meter.charge(places.count * 64)
        let lexer = Lexer(bytes, at: 0)
        let headers = places.map { Self.header(before: $0, lexer) }
        var counts: [Int: Int] = [:]
        for header in headers { counts[header?.offset ?? -1, default: 0] += 1 }
        let streams = StreamExtents(document)
        var found: [SignatureDictionary] = []
        for (place, header) in zip(places, headers) {
            // The usual case: the one dictionary of an object that a field has as its value.
            if let header, counts[header.offset] == 1, known.contains(header.reference), isCurrent(header) { continue }
            guard let dictionary = try dictionary(at: place, bytes) else { continue }
            if !dictionary.isCurrent, try streams.contain(place, bytes) { continue }
            found.append(dictionary)
        }
        return found
    }

    private static func header(before place: Int, _ lexer: Lexer) -> FileScan.Found? {
        guard let keyword = lexer.lastIndex(of: "obj", in: max(0, place - furthestHeader)..<place) else { return nil }
        return FileScan.header(endingAt: keyword, lexer)
    }

    private func isCurrent(_ header: FileScan.Found) -> Bool {
        (try? document.entry(for: header.reference.number))
            == .offset(header.offset, generation: header.reference.generation)
    }

    /// Returns the signature dictionary that has the key at a place.
    private func dictionary(
        at place: Int, _ bytes: UnsafeRawBufferPointer
    ) throws(PDFError) -> SignatureDictionary? {
        let lexer = Lexer(bytes, at: 0)
        var end = place
        for _ in 0..<Self.mostHeaders {
            guard let keyword = lexer.lastIndex(of: "obj", in: max(0, place - Self.furthestHeader)..<end) else {
                return nil
            }
            end = keyword
            try document.meter.charge(64)
            guard let header = FileScan.header(endingAt: keyword, lexer) else { continue }
            var parser = ObjectParser(bytes, at: keyword + 3, limits: document.meter.limits)
            let found = try? parser.dictionary(withKeyAt: place)
            try document.meter.charge(parser.work(since: keyword))
            guard let found else { continue }
            guard SignatureDictionary.isSignature(found.dictionary) else { return nil }
            return SignatureDictionary(
                object: header.reference, isCurrent: isCurrent(header), dictionary: found.dictionary,
                value: found.contents)
        }
        return nil
    }

    // MARK: Object streams

    private func compressed() throws(PDFError) -> [SignatureDictionary] {
        let numbers = try document.compressedObjects { data in
            (try? data.lend { (bytes) throws(PDFError) in !ByteRangeKeys(bytes).places().isEmpty }) ?? false
        }
        var found: [SignatureDictionary] = []
        for number in numbers {
            let reference = PDFReference(number: number)
            guard let object = try? document.object(reference) else { continue }
            found += SignatureDictionary.all(in: object).map {
                SignatureDictionary(object: reference, isCurrent: true, dictionary: $0, value: nil)
            }
        }
        return found
    }
}

/// The data of the streams that any cross-reference section of a file leads to. Signed files may be attached to it.
private final class StreamExtents {
    private let document: PDFDocument
    private var offsets: [Int]?

    init(_ document: PDFDocument) { self.document = document }

    /// Whether a place lies within the data of a stream.
    func contain(_ place: Int, _ bytes: UnsafeRawBufferPointer) throws(PDFError) -> Bool {
        let offsets = try known()
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= place { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return false }
        let start = offsets[low - 1]
        var parser = ObjectParser(bytes, at: start, limits: document.meter.limits)
        let object = try? parser.indirectObject(in: document.bytes) { target in
            (try? document.object(target))?.integerValue
        }
        try document.meter.charge(parser.work(since: start))
        guard let stream = object?.object.streamValue else { return false }
        let end = parser.lexer.position
        return (end - stream.encodedBytes.count..<end).contains(place)
    }

    private func known() throws(PDFError) -> [Int] {
        if let offsets { return offsets }
        var found: Set<Int> = []
        for section in (try? document.sections()) ?? [] {
            try document.meter.charge(section.entryCount * 8)
            for number in section.objectNumbers {
                if case .offset(let offset, _)? = section.entry(for: number) { found.insert(offset) }
            }
        }
        let sorted = found.sorted()
        offsets = sorted
        return sorted
    }
}
