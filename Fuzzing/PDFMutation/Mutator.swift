import Foundation

/// Makes damaged and hostile files from sound ones. The same seeds and number give the same file.
package struct Mutator: Sendable {
    private let seeds: [SeedFile]
    private let runSeed: UInt64

    package init(seeds: [SeedFile], runSeed: UInt64) {
        self.seeds = seeds
        self.runSeed = runSeed
    }

    package struct Mutant: Sendable {
        package let seed: SeedFile
        package let bytes: Data
    }

    /// - Parameter number: the number of the file in the run
    package func mutant(_ number: UInt64) -> Mutant? {
        var random = SeededRandom(runSeed, stream: number)
        guard var seed = random.element(seeds) else { return nil }
        // Deriving their keys is slow by design.
        if seed.name.contains("aes-256"), random.chance(90), let other = random.element(seeds) { seed = other }
        var bytes = seed.bytes
        for _ in 0...random.below(5) {
            bytes = mutated(bytes, &random)
            // A file that doubles repeatedly is slow for reasons that are not of interest here.
            if bytes.count > 60_000 { bytes = bytes.prefix(60_000) }
        }
        if random.chance(35) { bytes = SeedWriter.withNewTable(bytes) }
        return Mutant(seed: seed, bytes: Data(bytes))
    }

    private static let numbers = [
        "0", "1", "-1", "2", "3", "7", "255", "256", "65535", "65536", "99999", "2147483647", "2147483648",
        "4294967296", "8388607", "8388608", "999999999999999999", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "1e9", "0.5", "-0.0", ".", "+-3", "00000000000000000000001", "1.7976931348623157e308",
    ]

    private static let names = [
        "/Type", "/Catalog", "/Pages", "/Page", "/Kids", "/Count", "/Parent", "/Root", "/Size", "/Prev", "/Encrypt",
        "/ID", "/Info", "/Length", "/Filter", "/DecodeParms", "/FlateDecode", "/LZWDecode", "/ASCIIHexDecode",
        "/ASCII85Decode", "/RunLengthDecode", "/Crypt", "/Identity", "/Predictor", "/Columns", "/Colors",
        "/BitsPerComponent", "/EarlyChange", "/ObjStm", "/XRef", "/XRefStm", "/N", "/First", "/Index", "/W", "/Extends",
        "/AcroForm", "/Fields", "/FT", "/Sig", "/Tx", "/Btn", "/T", "/V", "/AP", "/Rect", "/MediaBox", "/CropBox",
        "/Rotate", "/Annots", "/Contents", "/ByteRange", "/SubFilter", "/Reference", "/TransformMethod",
        "/TransformParams", "/DocMDP", "/FieldMDP", "/P", "/Perms", "/DSS", "/XFA", "/CF", "/StmF", "/StrF", "/CFM",
        "/AESV2", "/AESV3", "/V2", "/R", "/O", "/U", "/OE", "/UE", "/EncryptMetadata", "/NeedAppearances", "/Lock",
    ]

    private static let pieces = [
        "null", "true", "[", "]", "<<", ">>", "(", ")", "<", ">", "%", "R", "obj", "endobj", "stream\n", "endstream",
        "xref", "trailer", "startxref", "%%EOF", "1 0 obj", "2 0 R", "3 0 R", "\u{0}", "\r", "[[[[[[[[", "<</A<</A<</A",
        "/Kids[2 0 R 2 0 R]", "/Length 99 0 R", "/Prev 0", "f ", "n ", "/Contents<00>", "/ByteRange[0 1 2 3]",
    ]

    private func mutated(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        switch random.below(14) {
        case 0, 1: Self.replacing(.number, in: bytes, by: Self.numbers, &random)
        case 2: Self.nudgedNumber(bytes, &random)
        case 3: Self.replacing(.name, in: bytes, by: Self.names, &random)
        case 4: Self.replacing(.string, in: bytes, by: ["()", "<>", "(\\", "<FEFF", "<41>", "null", "5 0 R"], &random)
        case 5: Self.inserted(bytes, &random)
        case 6: Self.withoutToken(bytes, &random)
        case 7: Self.movedTokens(bytes, &random)
        case 8: Self.flippedBytes(bytes, &random)
        case 9: Self.renumberedObject(bytes, &random)
        case 10: spliced(bytes, &random)
        case 11: Self.cutOrFramed(bytes, &random)
        case 12: Self.nested(bytes, &random)
        default: Self.updated(bytes, &random)
        }
    }

    // MARK: Tokens

    private static func token(_ kind: Tokens.Kind?, of bytes: Data, _ random: inout SeededRandom) -> Range<Int>? {
        let tokens = Tokens(bytes).tokens.filter { kind == nil || $0.kind == kind }
        return random.element(tokens)?.range
    }

    private static func replaced(_ range: Range<Int>, in bytes: Data, by text: some Collection<UInt8>) -> Data {
        var result = Data(bytes)
        result.replaceSubrange(range, with: text)
        return result
    }

    private static func replacing(
        _ kind: Tokens.Kind, in bytes: Data, by texts: [String], _ random: inout SeededRandom
    ) -> Data {
        guard let range = token(kind, of: bytes, &random), let text = random.element(texts) else { return bytes }
        return replaced(range, in: bytes, by: Array(text.utf8))
    }

    /// Changes a number slightly: an almost correct number gets further than a wildly wrong one.
    private static func nudgedNumber(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        guard let range = token(.number, of: bytes, &random),
            let value = Int(String(decoding: bytes[range], as: UTF8.self))
        else { return bytes }
        let changed = value &+ (random.element([-20, -2, -1, 1, 2, 9, 20, 100, 1000]) ?? 1)
        return replaced(range, in: bytes, by: Array(String(changed).utf8))
    }

    private static func inserted(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        guard let range = token(nil, of: bytes, &random), let piece = random.element(pieces + names) else {
            return bytes
        }
        return replaced(range.lowerBound..<range.lowerBound, in: bytes, by: Array(" \(piece) ".utf8))
    }

    private static func withoutToken(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        guard let range = token(nil, of: bytes, &random) else { return bytes }
        return replaced(range, in: bytes, by: [])
    }

    /// Copies some tokens to another place.
    private static func movedTokens(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        let tokens = Tokens(bytes).tokens
        guard !tokens.isEmpty else { return bytes }
        let first = random.below(tokens.count)
        let last = min(tokens.count - 1, first + random.below(12))
        let target = tokens[random.below(tokens.count)].range.lowerBound
        let copy = bytes[tokens[first].range.lowerBound..<tokens[last].range.upperBound]
        return replaced(target..<target, in: bytes, by: Array(copy) + [0x20])
    }

    // MARK: Bytes

    private static func flippedBytes(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        var result = Data(bytes)
        guard !result.isEmpty else { return bytes }
        for _ in 0...random.below(8) {
            let index = random.below(result.count)
            result[index] = random.chance(50) ? result[index] ^ (1 << UInt8(random.below(8))) : UInt8(random.below(256))
        }
        return result
    }

    private static func cutOrFramed(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        switch random.below(6) {
        case 0: return Data(bytes.prefix(random.below(bytes.count)))
        case 1: return Data(bytes.prefix(max(0, bytes.count - random.below(40))))
        case 2: return Data("stray bytes\n".utf8) + bytes
        case 3: return bytes + Data("\nstray bytes".utf8)
        case 4: return Data(bytes.map { $0 == 0x0A ? 0x0D : $0 })
        default:
            let start = random.below(bytes.count)
            return replaced(start..<min(bytes.count, start + random.below(200)), in: bytes, by: [])
        }
    }

    // MARK: Objects

    private static func renumberedObject(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        let objects = Tokens.objects(of: bytes)
        guard let one = random.element(objects), let other = random.element(objects) else { return bytes }
        let digits = String(one.number).utf8.count
        let start = one.range.lowerBound
        return replaced(start..<start + digits, in: bytes, by: Array(String(other.number).utf8))
    }

    /// Replaces an object with one of another seed.
    private func spliced(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        guard let other = random.element(seeds), let target = random.element(Tokens.objects(of: bytes)),
            let source = random.element(Tokens.objects(of: other.bytes))
        else { return bytes }
        let body = other.bytes[source.range].drop { $0 != 0x6F }
        return Self.replaced(target.range, in: bytes, by: Array("\(target.number) 0 ".utf8) + Array(body))
    }

    private static func nested(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        guard let range = token(nil, of: bytes, &random) else { return bytes }
        let depth = random.element([3, 50, 99, 100, 101, 400, 3000]) ?? 3
        let isArray = random.chance(50)
        let opening = String(repeating: isArray ? "[" : "<</K", count: depth)
        let closing = random.chance(50) ? String(repeating: isArray ? "]" : ">>", count: depth) : ""
        return replaced(range, in: bytes, by: Array(opening.utf8) + Array(bytes[range]) + Array(closing.utf8))
    }

    /// Appends a revision with some changed objects, as an attacker would.
    private static func updated(_ bytes: Data, _ random: inout SeededRandom) -> Data {
        var result = Data(bytes)
        var places: [(Int, Int)] = []
        for _ in 0...random.below(3) {
            guard let object = random.element(Tokens.objects(of: bytes)) else { continue }
            var body = Data(bytes[object.range])
            if random.chance(70) { body = replacing(.name, in: body, by: names, &random) }
            if random.chance(70) { body = replacing(.number, in: body, by: numbers, &random) }
            let number = random.chance(80) ? object.number : random.below(40)
            body = Data("\(number) ".utf8) + body.drop { $0 != 0x20 }.dropFirst()
            places.append((number, result.count))
            result += body + Data("\n".utf8)
        }
        let start = result.count
        var table = "xref\n"
        for (number, offset) in places {
            let digits = String(offset)
            table += "\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n"
        }
        table += "trailer\n<</Size 60/Root 1 0 R/Prev \(SeedWriter.lastStartxref(bytes))>>\n"
        table += "startxref\n\(start)\n%%EOF\n"
        return result + Data(table.utf8)
    }
}
