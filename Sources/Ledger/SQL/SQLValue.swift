import Envelopes
import Essentials
import Foundation

/// A value of a column.
@frozen
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}

/// A type that a column can store.
public protocol SQLConvertible: Sendable {
    var sqlValue: SQLValue { get }

    /// Returns `nil` if the value has another type.
    init?(sqlValue: SQLValue)
}

/// A value as it is, of whatever type.
extension SQLValue: SQLConvertible {
    /// The value itself.
    public var sqlValue: SQLValue { self }

    /// Takes every value.
    @inlinable
    public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
    /// An integer.
    public var sqlValue: SQLValue { .integer(self) }

    /// - Returns: `nil` for anything but an integer
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    /// An integer of 64 bits.
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// - Returns: `nil` for anything but an integer that fits
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self.init(exactly: number)
    }
}

/// Stored as 0 or 1.
extension Bool: SQLConvertible {
    /// 0 or 1.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Takes any integer but 0 for `true`.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self = number != 0
    }
}

extension String: SQLConvertible {
    /// A text.
    public var sqlValue: SQLValue { .text(self) }

    /// - Returns: `nil` for anything but a text
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    /// The bytes themselves.
    public var sqlValue: SQLValue { .bytes(self) }

    /// - Returns: `nil` for anything but bytes
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .bytes(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}

/// Stored as whole microseconds since 1970-01-01 UTC, in the years 0000 to 9999.
extension Date: SQLConvertible {
    /// Microseconds; a date outside the years becomes the nearest one within.
    public var sqlValue: SQLValue { .integer(microseconds) }

    var microseconds: Int64 { Int64((Timestamp.clamped(self).timeIntervalSince1970 * 1_000_000).rounded()) }

    /// - Returns: `nil` for anything but an integer
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let microseconds = Int64(sqlValue: sqlValue) else { return nil }
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    /// Null for `nil`.
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    /// - Returns: a `nil` value for null, and `nil` for what `Wrapped` does not accept
    @inlinable
    public init?(sqlValue: SQLValue) {
        if case .null = sqlValue {
            self = .none
        } else if let value = Wrapped(sqlValue: sqlValue) {
            self = .some(value)
        } else {
            return nil
        }
    }
}
