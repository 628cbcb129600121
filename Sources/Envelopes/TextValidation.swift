import Essentials

/// What a recipient may type into a text tab.
public enum TextValidation: String, Hashable, Sendable, Codable, CaseIterable {
    /// A number, with a decimal part if there is one.
    case number
    /// Letters of any script, and spaces.
    case letters
    /// Letters of any script, digits, and spaces.
    case alphanumeric
    case emailAddress
    /// Ten digits, with or without the country's 1.
    case usPhoneNumber
    /// Five digits, or nine.
    case usZipCode
    /// Nine digits of a social security number.
    case usSocialSecurityNumber
    /// A number of years from 0 to 150.
    case age
    /// Nine digits. The last one checks the others.
    case usBankRoutingNumber
    /// 4 to 17 digits.
    case usBankAccountNumber
    /// A date, in whatever form the recipient writes it: it asks, and checks nothing.
    case anyDate

    /// Whether a text fits. The empty text always does: whether it is allowed is another question.
    public func allows(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        /// Whether the text is those digits, and the given signs between them.
        func isDigits(and signs: String = "") -> Bool {
            text.allSatisfy { ($0.isASCII && $0.isNumber) || signs.contains($0) }
        }
        switch self {
        case .number:
            let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...]).split(
                separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
        case .letters: return text.allSatisfy { $0.isLetter || $0 == " " }
        case .alphanumeric: return text.allSatisfy { $0.isLetter || ($0.isASCII && $0.isNumber) || $0 == " " }
        case .emailAddress: return EmailAddress.isValid(text)
        case .usPhoneNumber:
            return isDigits(and: "+()-. ") && (digits.count == 10 || digits.count == 11 && digits.hasPrefix("1"))
        case .usZipCode: return isDigits(and: "-") && (digits.count == 5 || digits.count == 9)
        case .usSocialSecurityNumber: return isDigits(and: "- ") && digits.count == 9
        case .age: return isDigits() && Int(text).map { $0 <= 150 } == true
        case .usBankRoutingNumber:
            let weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
            let sum = zip(digits, weights).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * $1.1 }
            return isDigits() && digits.count == 9 && sum % 10 == 0
        case .usBankAccountNumber: return isDigits() && (4...17).contains(digits.count)
        case .anyDate: return true
        }
    }

    /// What the tab takes, in words.
    var wanted: String {
        switch self {
        case .number: "a number"
        case .letters: "letters only"
        case .alphanumeric: "letters and digits only"
        case .emailAddress: "an e-mail address"
        case .usPhoneNumber: "a phone number of the United States, with ten digits"
        case .usZipCode: "a ZIP code, with five or nine digits"
        case .usSocialSecurityNumber: "a social security number, with nine digits"
        case .age: "an age in years"
        case .usBankRoutingNumber: "a bank routing number, with nine digits"
        case .usBankAccountNumber: "a bank account number, with 4 to 17 digits"
        case .anyDate: "a date"
        }
    }
}
