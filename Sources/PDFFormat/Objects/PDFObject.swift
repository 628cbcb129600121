import Foundation

/// The address of an indirect object (ISO 32000-2 §7.3.10).
public struct PDFReference: Hashable, Sendable, CustomStringConvertible {
    /// From 1; 0 heads the list of free objects.
    public var number: Int
    /// 0 unless the number was used again for another object (ISO 32000-2 §7.5.4).
    public var generation: Int

    /// Nothing is checked; the object need not exist.
    public init(number: Int, generation: Int = 0) {
        self.number = number
        self.generation = generation
    }

    /// The number and the generation: `11 0`.
    public var description: String { "\(number) \(generation)" }
}

/// One PDF object (ISO 32000-2 §7.3).
///
/// Strings are decoded bytes, whether the file writes them in parentheses or as hexadecimal digits. Names have no
/// slash, and `#xx` is decoded; see ``PDFName`` for names that are not UTF-8.
public enum PDFObject: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(Data)
    case name(String)
    case array([PDFObject])
    case dictionary(PDFDictionary)
    case stream(PDFStream)
    case reference(PDFReference)
}

/// A stream: its dictionary and its bytes as in the file, still encoded by its filters (ISO 32000-2 §7.3.8).
///
/// The bytes of a stream read from a document are a slice of the document's bytes, not a copy.
public struct PDFStream: Sendable, Hashable {
    /// The dictionary, whose `/Filter` says how the bytes are encoded.
    public var dictionary: PDFDictionary
    /// The bytes as in the file; a reader decodes them.
    public var encodedBytes: Data

    /// Nothing is checked: `/Filter` must fit the bytes.
    public init(dictionary: PDFDictionary, encodedBytes: Data) {
        self.dictionary = dictionary
        self.encodedBytes = encodedBytes
    }
}

extension PDFObject {
    /// Whether it is `null`, which means the same as no object.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean; `nil` for other objects.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, or a real number without a fraction; `nil` for other objects.
    public var integerValue: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The integer or real number as a real; `nil` for other objects.
    public var realValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The name without its slash; `nil` for other objects.
    public var nameValue: String? {
        if case .name(let value) = self { value } else { nil }
    }

    /// The decoded bytes of a string; `nil` for other objects.
    public var stringValue: Data? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements; `nil` for other objects.
    public var arrayValue: [PDFObject]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The dictionary, or a stream's dictionary; `nil` for other objects.
    public var dictionaryValue: PDFDictionary? {
        switch self {
        case .dictionary(let value): value
        case .stream(let stream): stream.dictionary
        default: nil
        }
    }

    /// The stream; `nil` for other objects.
    public var streamValue: PDFStream? {
        if case .stream(let value) = self { value } else { nil }
    }

    /// The address that a reference names; `nil` for other objects.
    public var referenceValue: PDFReference? {
        if case .reference(let value) = self { value } else { nil }
    }

    /// Returns a real number rounded to four decimals (far below what is visible on a page).
    package static func rounded(_ value: Double) -> PDFObject {
        let scaled = (value * 10_000).rounded() / 10_000
        if let whole = Int(exactly: scaled) { return .integer(whole) }
        return .real(scaled)
    }
}
