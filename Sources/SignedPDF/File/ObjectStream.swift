import Foundation

/// A decoded object stream (ISO 32000-2 §7.5.7).
struct ObjectStream: Sendable {
    private let reference: PDFReference
    private let data: Data
    /// Object number and place in `data`, in the order of the stream.
    private let places: [(number: Int, offset: Int)]

    init(_ stream: PDFStream, reference: PDFReference, in document: PDFDocument) throws(PDFError) {
        self.reference = reference
        guard let count = try document.resolve(stream.dictionary["N"] ?? .null).integerValue,
            let first = try document.resolve(stream.dictionary["First"] ?? .null).integerValue, count >= 0, first >= 0
        else { throw .damagedObject(reference, "the object stream lacks /N or /First") }
        do {
            data = try document.decoded(stream)
        } catch {
            throw .damagedObject(reference, "the object stream cannot be decoded (\(error))")
        }
        places = try data.lend { (bytes) throws(PDFError) in
            var lexer = Lexer(bytes, at: 0)
            var places: [(number: Int, offset: Int)] = []
            places.reserveCapacity(min(count, bytes.count / 4))
            for _ in 0..<count {
                lexer.skipBlank()
                let number = lexer.unsignedInteger()
                lexer.skipBlank()
                guard let number, let offset = lexer.unsignedInteger() else {
                    throw .damagedObject(reference, "the object stream's list of objects is damaged")
                }
                places.append((number, first + offset))
            }
            return places
        }
    }

    /// What it costs to keep the stream, in bytes.
    var cost: Int { data.count + places.count * 16 }

    /// The object with a number; `index` is where the cross-reference says that it is.
    func object(number: Int, index: Int) throws(PDFError) -> PDFObject {
        let place: (number: Int, offset: Int)
        if index >= 0, index < places.count, places[index].number == number {
            place = places[index]
        } else if let found = places.last(where: { $0.number == number }) {
            place = found
        } else {
            throw .damagedObject(reference, "the object stream does not hold object \(number)")
        }
        do {
            return try data.lend { (bytes) throws(PDFError) in
                var parser = ObjectParser(bytes, at: place.offset)
                return try parser.object()
            }
        } catch {
            throw .damagedObject(
                PDFReference(number: number), "it cannot be read from object stream \(reference.number)")
        }
    }
}

/// Decoded object streams, as many as fit into a limit; the longest unused ones go first.
struct ObjectStreamCache: Sendable {
    private var streams: [Int: ObjectStream] = [:]
    private var order: [Int] = []
    private var cost = 0
    private let limit = 32 << 20

    mutating func stream(_ number: Int) -> ObjectStream? {
        guard let stream = streams[number] else { return nil }
        if order.last != number, let index = order.firstIndex(of: number) {
            order.remove(at: index)
            order.append(number)
        }
        return stream
    }

    mutating func keep(_ stream: ObjectStream, number: Int) {
        guard streams[number] == nil, stream.cost <= limit else { return }
        streams[number] = stream
        order.append(number)
        cost += stream.cost
        while cost > limit, let oldest = order.first {
            order.removeFirst()
            cost -= streams.removeValue(forKey: oldest)?.cost ?? 0
        }
    }
}
