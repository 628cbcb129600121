/// Whose bytes an indirect object is read from: its own, or those of the object stream that it stands in.
///
/// As long as no later cross-reference section names any of these numbers, the object is the same in every revision.
package struct ObjectSource: Sendable, Hashable {
    package var number: Int
    /// The object stream's number; nil for an object that stands in the file itself, or nowhere.
    package var stream: Int?

    package func isTouched(_ numbers: Set<Int>) -> Bool {
        numbers.contains(number) || stream.map(numbers.contains) ?? false
    }
}
