import Foundation

/// What an operator has to know of a certificate that the service uses: that it has ended, ends soon, or has not begun.
struct ValidityNotice: Sendable, Equatable {
    /// Seconds before a certificate's end from which it is said.
    private static let early: TimeInterval = 30 * 86_400

    let sentence: String

    /// - Parameters:
    ///   - name: The certificate, as the subject of a sentence.
    ///   - consequence: What no longer works after its end, and what to do: a sentence.
    /// - Returns: `nil` for a certificate that holds for longer.
    init?(_ name: String, from begin: Date, until end: Date, consequence: String, at date: Date) {
        func text(_ date: Date) -> String { date.formatted(.iso8601) }
        switch date {
        case ..<begin:
            sentence = "\(name) is not valid before \(text(begin)); it is \(text(date)) here. Is the clock right?"
        case end...: sentence = "\(name) expired at \(text(end)). \(consequence)"
        case (end - Self.early)...: sentence = "\(name) expires at \(text(end)). \(consequence)"
        default: return nil
        }
    }
}
