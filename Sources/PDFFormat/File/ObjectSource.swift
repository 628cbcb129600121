/// The object numbers that locate an indirect object's bytes: its own, and that of the object stream that contains it.
///
/// If no later cross-reference section lists these numbers, the object is the same in every revision.
package struct ObjectSource: Sendable, Hashable {
    package var number: Int
    /// The object stream's number; `nil` for an object directly in the file, or a missing one.
    package var stream: Int?

    package func isTouched(_ numbers: Set<Int>) -> Bool {
        numbers.contains(number) || stream.map(numbers.contains) ?? false
    }
}
