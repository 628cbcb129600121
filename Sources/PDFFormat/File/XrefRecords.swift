import Foundation

/// The fixed-width entries of a table or stream, located by arithmetic.
package struct XrefRecords: Sendable {
    struct Subsection: Sendable {
        var first: Int
        var count: Int
        /// Where the first record begins in `storage`.
        var position: Int
    }

    package enum Layout: Sendable, Equatable {
        /// `nnnnnnnnnn ggggg n` and an end of line, 20 bytes (ISO 32000-2 §7.5.4).
        case text
        /// Big-endian fields of these widths (ISO 32000-2 §7.5.8.3).
        case binary(Int, Int, Int)

        package var width: Int {
            switch self {
            case .text: 20
            case .binary(let first, let second, let third): first + second + third
            }
        }
    }

    let storage: Data
    package let layout: Layout
    /// The offset of the file's header, which is added to offsets.
    package let base: Int
    private let subsections: [Subsection]

    init(storage: Data, layout: Layout, base: Int, subsections: [Subsection]) {
        self.storage = storage
        self.layout = layout
        self.base = base
        self.subsections = subsections.filter { $0.count > 0 }.sorted { $0.first < $1.first }
    }

    package var count: Int { subsections.reduce(0) { $0 + $1.count } }

    package var upperBound: Int { subsections.map { $0.first + $0.count }.max() ?? 0 }

    /// Whether no two subsections have an entry for the same object.
    package var isDisjoint: Bool {
        zip(subsections, subsections.dropFirst()).allSatisfy { $0.first + $0.count <= $1.first }
    }

    package var objectNumbers: [Int] { subsections.flatMap { $0.first..<$0.first + $0.count } }

    package func entry(for number: Int) -> XrefEntry? {
        var low = 0
        var high = subsections.count
        while low < high {
            let middle = (low + high) / 2
            if subsections[middle].first <= number { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let subsection = subsections[low - 1]
        guard number - subsection.first < subsection.count else { return nil }
        let position = subsection.position + (number - subsection.first) * layout.width
        return storage.withUnsafeBytes { record(at: position, in: $0) }
    }

    private func record(at position: Int, in bytes: UnsafeRawBufferPointer) -> XrefEntry? {
        guard position >= 0, position <= bytes.count - layout.width else { return nil }
        switch layout {
        case .text:
            guard let offset = Self.decimal(bytes, position, 10), let generation = Self.decimal(bytes, position + 11, 5)
            else { return nil }
            if bytes[position + 17] == 0x6E, offset > 0 { return .offset(offset + base, generation: generation) }
            return .free
        case .binary(let first, let second, let third):
            let type = first == 0 ? 1 : Self.bigEndian(bytes, position, first)
            let middle = Self.bigEndian(bytes, position + first, second)
            let last = Self.bigEndian(bytes, position + first + second, third)
            switch type {
            case 1: return middle > 0 ? .offset(middle + base, generation: last) : .free
            case 2: return .compressed(stream: middle, index: last)
            default: return .free
            }
        }
    }

    static func decimal(_ bytes: UnsafeRawBufferPointer, _ position: Int, _ digits: Int) -> Int? {
        var value = 0
        for index in position..<position + digits {
            let digit = Int(bytes[index]) - 0x30
            guard digit >= 0, digit <= 9 else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Returns the field's value. A value too large for an offset becomes 0, where no object can be.
    private static func bigEndian(_ bytes: UnsafeRawBufferPointer, _ position: Int, _ width: Int) -> Int {
        var value = 0
        for index in position..<position + width {
            guard value < 1 << 52 else { return 0 }
            value = value << 8 | Int(bytes[index])
        }
        return value
    }
}
