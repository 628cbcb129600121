import Foundation

/// Reads a cross-reference stream (ISO 32000-2 §7.5.8).
struct XrefStream {
    var records: XrefRecords
    var dictionary: PDFDictionary

    /// - Parameter parser: positioned at the stream's object number
    init(_ parser: inout ObjectParser, file: Data, base: Int, meter: ReadingMeter) throws(PDFError) {
        let start = parser.lexer.position
        let indirect: IndirectObject
        do {
            indirect = try parser.indirectObject(in: file, length: { _ in nil })
        } catch {
            try meter.charge(parser.work(since: start))
            throw error
        }
        try meter.charge(parser.work(since: start))
        guard case .stream(let stream) = indirect.object, stream.dictionary["Type"] == .name("XRef") else {
            throw .damaged("a cross-reference table or stream is expected", offset: start)
        }
        dictionary = stream.dictionary
        let reference = indirect.reference
        let widths = dictionary["W"]?.arrayValue?.map { $0.integerValue ?? -1 } ?? []
        guard widths.count >= 3, widths.prefix(3).allSatisfy({ (0...8).contains($0) }), widths[1] > 0 else {
            throw .damagedObject(reference, "the cross-reference stream's /W is not three field widths")
        }
        let data: Data
        do {
            data = try stream.decoded(limit: meter.limits.decodedBytes, meter: meter)
        } catch .unsupported(let what) {
            throw .damagedObject(reference, "the cross-reference stream cannot be decoded, \(what)")
        }
        if stream.dictionary["Filter"] != nil { try meter.chargeCrossReference(bytes: data.count) }
        let layout = XrefRecords.Layout.binary(widths[0], widths[1], widths[2])
        let size = dictionary["Size"]?.integerValue ?? 0
        let index = dictionary["Index"]?.arrayValue?.map { $0.integerValue ?? -1 } ?? [0, size]
        try meter.charge(index.count * 8)
        var subsections: [XrefRecords.Subsection] = []
        var position = 0
        for pair in stride(from: 0, to: index.count - 1, by: 2) {
            let first = index[pair]
            let available = (data.count - position) / layout.width
            let count = min(index[pair + 1], available)
            guard first >= 0, first < 1 << 40, count >= 0 else {
                throw .damagedObject(reference, "the cross-reference stream's /Index is not pairs of numbers")
            }
            subsections.append(XrefRecords.Subsection(first: first, count: count, position: position))
            position += count * layout.width
        }
        records = XrefRecords(storage: data, layout: layout, base: base, subsections: subsections)
    }
}
