import DescribedErrors

/// An error of the parts that every client of the service has: transports, and stores of secrets.
public enum ClientError: Error, Sendable, Hashable {
    /// The server did not answer; it is unknown whether it did what was requested.
    case unreachable(reason: String, underlying: UnderlyingError? = nil)
    /// The server's answer cannot be used.
    case unreadableAnswer(what: String)
    /// The device could not store or return a secret.
    case credentials(reason: String, underlying: UnderlyingError? = nil)
    /// The device's storage failed.
    case storage(reason: String, underlying: UnderlyingError? = nil)
}

extension ClientError: DescribedError {
    /// One sentence for a person, without the secret.
    public var description: String {
        switch self {
        case .unreachable(let reason, _): "The server could not be reached: \(reason)"
        case .unreadableAnswer(let what): "The server's answer cannot be read: \(what)"
        case .credentials(let reason, _): "The credential store failed: \(reason)"
        case .storage(let reason, _): "The device's storage failed: \(reason)"
        }
    }

    /// The error of the system or of another library, if there is one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreachable(_, let underlying), .credentials(_, let underlying), .storage(_, let underlying):
            underlying?.error
        case .unreadableAnswer: nil
        }
    }

    /// The `NSError` domain of every case.
    public static let errorDomain = "Countersign.ClientError"
    /// Numbers and words that never change, for comparisons and logs.
    public var numberedCode: (number: Int, code: String) {
        switch self {
        case .unreachable: (1, "unreachable")
        case .unreadableAnswer: (2, "unreadable-answer")
        case .credentials: (3, "credentials")
        case .storage: (4, "storage")
        }
    }
}
