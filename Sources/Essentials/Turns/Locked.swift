import Foundation

/// A value with exclusive access, like the standard library's `Mutex`, which older Apple systems lack.
///
/// The lock is not recursive: acquiring it again on the same thread deadlocks.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline nonisolated(unsafe) var value: Value

    @inlinable package init(_ value: consuming sending Value) {
        self.value = value
    }

    /// Calls a closure with exclusive access to the value.
    @inlinable
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
