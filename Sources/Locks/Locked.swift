import Foundation

/// A value that one thread at a time can use, as the standard library's `Mutex`, which older systems of Apple's do not
/// have.
///
/// The lock is not recursive: taking it again while one has it never returns.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline nonisolated(unsafe) var value: Value

    @inlinable package init(_ value: consuming sending Value) {
        self.value = value
    }

    /// Gives the value to one caller after the other.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
