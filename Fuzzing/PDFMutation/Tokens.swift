import Foundation

/// The parts of a file that mutations change. They are found by appearance only, because the file may already be
/// damaged.
struct Tokens {
    enum Kind: Equatable {
        case number, name, string, keyword, opening, closing
    }

    struct Token {
        var kind: Kind
        var range: Range<Int>
    }

    private(set) var tokens: [Token] = []

    init(_ file: Data) {
        let bytes = [UInt8](file)
        var index = 0
        func isRegular(_ byte: UInt8) -> Bool { byte > 0x20 && !"()<>[]{}/%".utf8.contains(byte) }
        func isNumber(_ byte: UInt8) -> Bool { (0x2B...0x39).contains(byte) && byte != 0x2F && byte != 0x2C }
        while index < bytes.count {
            let start = index
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x2F:
                while index < bytes.count, isRegular(bytes[index]) { index += 1 }
                tokens.append(Token(kind: .name, range: start..<index))
            case 0x28:
                while index < bytes.count, bytes[index] != 0x29, index - start < 200 { index += 1 }
                index = min(index + 1, bytes.count)
                tokens.append(Token(kind: .string, range: start..<index))
            case 0x3C where index < bytes.count && bytes[index] != 0x3C:
                while index < bytes.count, bytes[index] != 0x3E { index += 1 }
                index = min(index + 1, bytes.count)
                tokens.append(Token(kind: .string, range: start..<index))
            case 0x3C, 0x5B:
                if byte == 0x3C { index = min(index + 1, bytes.count) }
                tokens.append(Token(kind: .opening, range: start..<index))
            case 0x3E, 0x5D:
                if byte == 0x3E, index < bytes.count, bytes[index] == 0x3E { index += 1 }
                tokens.append(Token(kind: .closing, range: start..<index))
            case _ where isNumber(byte):
                while index < bytes.count, isNumber(bytes[index]) { index += 1 }
                tokens.append(Token(kind: .number, range: start..<index))
            case _ where isRegular(byte):
                while index < bytes.count, isRegular(bytes[index]) { index += 1 }
                tokens.append(Token(kind: .keyword, range: start..<index))
            default:
                continue
            }
        }
    }

    /// Returns the apparent objects, from their number to `endobj`, in file order.
    static func objects(of file: Data) -> [(number: Int, range: Range<Int>)] {
        var places: [(number: Int, range: Range<Int>)] = []
        let keyword = Data(" 0 obj".utf8)
        var start = file.startIndex
        while let found = file.range(of: keyword, in: start..<file.endIndex) {
            start = found.upperBound
            let digits = file[..<found.lowerBound].suffix(7).reversed().prefix { (0x30...0x39).contains($0) }
            guard let number = Int(String(decoding: digits.reversed(), as: UTF8.self)) else { continue }
            let end = file.range(of: Data("endobj".utf8), in: start..<file.endIndex)?.upperBound ?? file.endIndex
            places.append((number, found.lowerBound - digits.count..<end))
        }
        return places
    }
}
