import Envelopes
import Essentials

/// The API's own limits of texts that the domain takes in greater length, in UTF-16 code units.
enum DialectLimits {
    static let emailSubject = 100
    static let customFieldValue = 100
    static let recipientName = 100

    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` for a subject that is too long
    static func check(subject: String?) throws(APIError) {
        guard let problem = problem(of: subject) else { return }
        throw APIError(.invalid([problem]))
    }

    /// - Throws: ``APIError`` `INVALID_REQUEST_PARAMETER` naming each field whose text is too long
    static func check(_ fields: [CustomField]) throws(APIError) {
        let problems = problems(of: fields)
        guard problems.isEmpty else { throw APIError(.invalid(problems)) }
    }

    fileprivate static func problem(of subject: String?) -> EnvelopeProblem? {
        guard TextRules.isLonger(subject ?? "", than: emailSubject) else { return nil }
        return .tooLong(.emailSubject, limit: emailSubject)
    }

    fileprivate static func problems(of recipients: [Recipient]) -> [EnvelopeProblem] {
        recipients.filter { TextRules.isLonger($0.emailNotification?.subject ?? "", than: emailSubject) }.map {
            .tooLong(.recipient($0.id, .mailSubject), limit: emailSubject)
        }
            + recipients.filter { names.contains($0.name.utf16.count) }.map {
                .tooLong(.recipient($0.id, .name), limit: recipientName)
            }
    }

    /// The lengths of names that only this API refuses.
    private static let names = recipientName + 1...EnvelopeLimits.recipientName

    fileprivate static func problems(of fields: [CustomField]) -> [EnvelopeProblem] {
        fields.filter { TextRules.isLonger($0.value, than: customFieldValue) }.map { field in
            .tooLong(.customField(id: field.id, name: field.name, .value), limit: customFieldValue)
        }
    }
}

extension EnvelopeDefinition {
    /// Checks the limits that are the API's own.
    ///
    /// - Parameter sending: whether the envelope is to be sent
    /// - Throws: ``APIError`` with these problems and all others, so that a request is corrected once
    func checkDialectLimits(whenSending sending: Bool) throws(APIError) {
        let own =
            [DialectLimits.problem(of: emailSubject)].compactMap(\.self) + DialectLimits.problems(of: customFields)
            + DialectLimits.problems(of: recipients)
        guard !own.isEmpty else { return }
        throw APIError(.invalid(own + problems(whenSending: sending)))
    }
}
