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

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self.init(exactly: number)
    }
}

/// Stored as 0 or 1.
extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self = number != 0
    }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    public var sqlValue: SQLValue { .bytes(self) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .bytes(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}

/// Stored as whole microseconds since 1970-01-01 UTC, in the years 0000 to 9999.
extension Date: SQLConvertible {
    public var sqlValue: SQLValue { .integer(microseconds) }

    var microseconds: Int64 { Int64((Timestamp.clamped(self).timeIntervalSince1970 * 1_000_000).rounded()) }

    @inlinable
    public init?(sqlValue: SQLValue) {
        guard let microseconds = Int64(sqlValue: sqlValue) else { return nil }
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }

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
