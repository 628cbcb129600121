import Foundation

/// What went wrong on the sign-in page, for the person.
enum SignInProblem: Sendable, Hashable {
    /// Seconds until the next attempt.
    case tooManyAttempts(wait: TimeInterval)
    case needsAddress
    case noAccount
    /// With the number of tries that are left.
    case codeWrong(left: Int)
    case codeOver
    case busy
    /// The same for a wrong address and a wrong password.
    case wrongPassword

    /// The sentence in English.
    var sentence: String {
        switch self {
        case .tooManyAttempts(let wait):
            "Too many failed attempts. Wait \(Self.minutes(wait)) and try again."
        case .needsAddress: "Enter your e-mail address, such as name@example.com."
        case .noAccount: "There is no account with this address. Ask the people who run this service to create one."
        case .codeWrong(let left): "The code is not right; \(left == 1 ? "one try is" : "\(left) tries are") left."
        case .codeOver: "This code is not valid any more. Ask for a new one."
        case .busy: "Too many people are signing in right now. Try again in a few seconds."
        case .wrongPassword: "The e-mail address or the password is wrong."
        }
    }

    private static func minutes(_ wait: TimeInterval) -> String {
        let minutes = Int((max(1, wait) / 60).rounded(.up))
        return "\(minutes) \(minutes == 1 ? "minute" : "minutes")"
    }
}
