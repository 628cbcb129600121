import Foundation

/// An error of the system, another library or the app, as it was thrown, inside an error of this library.
///
/// Two are equal if their types and texts are.
public struct UnderlyingError: Sendable, Hashable, CustomStringConvertible {
    /// The error as it was thrown.
    public let error: any Error

    /// Keeps an error.
    public init(_ error: any Error) { self.error = error }

    /// Keeps the system's error number as a `POSIXError`; `nil` for a number that has no name.
    package init?(errno number: Int32) {
        guard let code = POSIXErrorCode(rawValue: number) else { return nil }
        error = POSIXError(code)
    }

    /// The error's text.
    public var description: String { "\(error)" }

    /// Compares the errors' types and texts.
    public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

    /// Hashes the error's type and text.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    private var identity: String { "\(String(reflecting: type(of: error))) \(error)" }
}
