import Foundation

/// A warning for operators about a certificate of the service: it has expired, expires soon, or is not yet valid.
struct ValidityNotice: Sendable, Equatable {
    /// How long before its expiry a certificate is reported, in seconds.
    private static let early: TimeInterval = 30 * 86_400

    let sentence: String

    /// - Parameters:
    ///   - name: the certificate, as the subject of a sentence
    ///   - consequence: what stops working after the expiry, and what to do, as a sentence
    /// - Returns: `nil` for a certificate that is valid for longer
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
