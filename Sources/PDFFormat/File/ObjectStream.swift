import Foundation

/// A decoded object stream (ISO 32000-2 §7.5.7).
package struct ObjectStream: Sendable {
    private let reference: PDFReference
    let data: Data
    /// Whether the stream's dictionary has all entries for decoding inline, without references to other objects.
    let isSelfContained: Bool
    /// Object numbers and offsets in `data`, in the order of the stream.
    private let places: [(number: Int, offset: Int)]
    /// The last place of each object number.
    private let placeOfNumber: [Int: Int]

    package init(_ stream: PDFStream, reference: PDFReference, in document: PDFDocument) throws(PDFError) {
        self.reference = reference
        isSelfContained = ["N", "First", "Length", "Filter", "DecodeParms"].allSatisfy {
            stream.dictionary[$0]?.holdsNoReference ?? true
        }
        guard let count = try document.resolve(stream.dictionary["N"] ?? .null).integerValue,
            let first = try document.resolve(stream.dictionary["First"] ?? .null).integerValue, count >= 0, first >= 0,
            first < 1 << 48
        else { throw .damagedObject(reference, "the object stream lacks /N or /First") }
        let meter = document.meter
        do {
            data = try document.decoded(stream, limit: meter.limits.decodedBytes)
        } catch .beyondLimits(let what) {
            throw .beyondLimits(what)
        } catch {
            throw .damagedObject(reference, "the object stream cannot be decoded (\(error))")
        }
        // Each object takes at least two digits and two spaces.
        try meter.charge(min(count, data.count / 4 + 1) * 2 * ReadingMeter.perElement)
        places = try data.lend { (bytes) throws(PDFError) in
            var lexer = Lexer(bytes, at: 0)
            var places: [(number: Int, offset: Int)] = []
            places.reserveCapacity(min(count, bytes.count / 4 + 1))
            for _ in 0..<count {
                lexer.skipBlank()
                let number = lexer.unsignedInteger()
                lexer.skipBlank()
                guard let number, let offset = lexer.unsignedInteger(), offset < 1 << 48 else {
                    throw .damagedObject(reference, "the object stream's list of objects is damaged")
                }
                places.append((number, first + offset))
            }
            return places
        }
        placeOfNumber = Dictionary(
            places.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { _, last in last })
    }

    /// The memory for keeping the stream, in bytes.
    var cost: Int { data.count + places.count * 64 + 256 }

    /// The numbers of the contained objects.
    package var objectNumbers: [Int] { places.map(\.number) }

    /// Returns the object with a number, and the work of reading it. `index` is the position that the cross-reference
    /// gives.
    package func object(number: Int, index: Int, meter: ReadingMeter) throws(PDFError) -> (object: PDFObject, work: Int)
    {
        let place: Int
        if index >= 0, index < places.count, places[index].number == number {
            place = places[index].offset
        } else if let found = placeOfNumber[number] {
            place = places[found].offset
        } else {
            throw .damagedObject(reference, "the object stream does not hold object \(number)")
        }
        return try data.lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: place, limits: meter.limits)
            let object: PDFObject
            do throws(PDFError) {
                object = try parser.object()
            } catch {
                try meter.charge(parser.work(since: place))
                if case .beyondLimits = error { throw error }
                throw .damagedObject(
                    PDFReference(number: number), "it cannot be read from object stream \(reference.number)")
            }
            try meter.charge(parser.work(since: place))
            return (object, parser.work(since: place))
        }
    }
}

/// A cache of decoded object streams up to a memory limit.
struct ObjectStreamCache: Sendable {
    private static let mostCost = 32 << 20

    private var streams: [Int: ObjectStream] = [:]
    private var cost = 0

    func stream(_ number: Int) -> ObjectStream? { streams[number] }

    mutating func keep(_ stream: ObjectStream, number: Int) {
        guard streams[number] == nil, stream.cost <= Self.mostCost else { return }
        if cost + stream.cost > Self.mostCost {
            streams.removeAll()
            cost = 0
        }
        streams[number] = stream
        cost += stream.cost
    }
}

extension PDFObject {
    /// Whether this is neither a reference nor an array or dictionary with a reference as a direct element.
    fileprivate var holdsNoReference: Bool {
        switch self {
        case .reference, .stream: false
        case .array(let elements): elements.allSatisfy(\.isPlain)
        case .dictionary(let dictionary): dictionary.entries.allSatisfy { $0.value.isPlain }
        default: true
        }
    }

    private var isPlain: Bool {
        switch self {
        case .reference, .stream: false
        case .array(let elements): elements.isEmpty
        case .dictionary(let dictionary):
            dictionary.entries.allSatisfy {
                switch $0.value {
                case .reference, .stream, .array, .dictionary: false
                default: true
                }
            }
        default: true
        }
    }
}
