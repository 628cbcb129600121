import Envelopes
import Essentials

extension Wire {
    /// How a recipient is written to, and how they prove who they are. The members of every kind of recipient.
    package struct RecipientContact: Hashable, Sendable {
        /// The code that the sender gives them in another way. Only requests have it; answers never do.
        package var accessCode: String?
        package var identityVerification: IdentityVerification?
        package var emailNotification: EmailNotification?
        /// The ids of the documents that the recipient is not to see.
        package var excludedDocuments: [String]?

        package init(
            accessCode: String? = nil, identityVerification: IdentityVerification? = nil,
            emailNotification: EmailNotification? = nil, excludedDocuments: [String]? = nil
        ) {
            self.accessCode = accessCode
            self.identityVerification = identityVerification
            self.emailNotification = emailNotification
            self.excludedDocuments = excludedDocuments
        }

        /// The longest access code, in UTF-16 code units.
        private static let longestCode = 50

        init(_ reader: WireReader) throws {
            accessCode = try reader.name("accessCode")
            if let accessCode {
                guard !TextRules.isLonger(accessCode, than: Self.longestCode) else {
                    throw reader.refusal("accessCode", "has more than \(Self.longestCode) characters")
                }
                guard !TextRules.isBlank(accessCode), !TextRules.holdsControlCharacter(accessCode),
                    accessCode.first?.isWhitespace == false, accessCode.last?.isWhitespace == false
                else {
                    throw reader.refusal("accessCode", "holds something that nobody can type, or spaces around it")
                }
            }
            let verification = try reader.object("identityVerification", as: IdentityVerification.self)
            identityVerification = verification?.workflowId == nil ? nil : verification
            if try reader.flag("requireIdLookup") == true, identityVerification == nil {
                throw reader.refusal(
                    "requireIdLookup",
                    "needs an identityVerification with a workflowId that …/identity_verification lists")
            }
            let notification = try reader.object("emailNotification", as: EmailNotification.self)
            emailNotification = notification == EmailNotification() ? nil : notification
            excludedDocuments = try reader.texts("excludedDocuments").flatMap { $0.isEmpty ? nil : $0 }
        }

        func write(to writer: inout WireWriter) throws {
            try writer.text("accessCode", accessCode)
            try writer.value("identityVerification", identityVerification)
            try writer.value("emailNotification", emailNotification)
            try writer.value("excludedDocuments", excludedDocuments)
        }
    }

    /// A workflow by which a recipient proves who they are.
    package struct IdentityVerification: WireRecord, Codable, Hashable, Sendable {
        package var workflowId: String?

        static let members: [WireMember<Self>] = [
            .name("workflowId", \.workflowId),
            .refused(["inputOptions"]),
        ]

        mutating func complete(_ reader: WireReader) throws {
            if let workflowId, workflowId.lowercased() != IdentityVerificationWorkflow.mailCode.workflowId {
                throw reader.refusal("workflowId", "is not one of the workflows that …/identity_verification lists")
            }
        }
    }

    /// The sender's own words in a recipient's messages.
    package struct EmailNotification: WireRecord, Codable, Hashable, Sendable {
        package var emailSubject: String?
        package var emailBody: String?
        /// The code of a language, such as `en`.
        package var supportedLanguage: String?

        static let members: [WireMember<Self>] = [
            .name("emailSubject", \.emailSubject),
            .name("emailBody", \.emailBody),
            .name("supportedLanguage", \.supportedLanguage),
        ]
    }

    /// A workflow that senders may ask for.
    package struct IdentityVerificationWorkflow: Codable, Hashable, Sendable {
        package var workflowId: String
        package var defaultName: String
        package var defaultDescription: String
        package var inputOptions: [String]

        /// The one workflow: a one-time code in a message to the recipient's address.
        package static let mailCode = IdentityVerificationWorkflow(
            workflowId: "6f1a4c52-9b1e-4d0b-8a57-2d1c0e5b7a10", defaultName: "Email code",
            defaultDescription: "The recipient enters a one-time code that is sent to their e-mail address.",
            inputOptions: [])
    }

    /// The answer to `GET …/identity_verification`.
    package struct AccountIdentityVerificationResponse: Codable, Hashable, Sendable {
        package var identityVerification = [IdentityVerificationWorkflow.mailCode]

        package init() {}
    }
}

extension Wire.RecipientContact {
    /// The members that may be shown again.
    init(_ recipient: Recipient) {
        self.init(
            identityVerification: recipient.needsMailCode
                ? Wire.IdentityVerification(workflowId: Wire.IdentityVerificationWorkflow.mailCode.workflowId) : nil,
            emailNotification: recipient.emailNotification.map {
                Wire.EmailNotification(emailSubject: $0.subject, emailBody: $0.body, supportedLanguage: $0.language)
            },
            excludedDocuments: recipient.excludedDocuments.isEmpty ? nil : recipient.excludedDocuments.map(\.rawValue))
    }

    /// Adds the members to a recipient.
    ///
    /// - Parameter newSalt: returns a random text for each access code
    func apply(to recipient: inout Recipient, newSalt: () -> String) {
        recipient.accessCode = accessCode.map { AccessCode($0, salt: newSalt()) }
        recipient.needsMailCode = identityVerification != nil
        recipient.emailNotification = emailNotification.map {
            EmailNotification(subject: $0.emailSubject, body: $0.emailBody, language: $0.supportedLanguage)
        }
        recipient.excludedDocuments = (excludedDocuments ?? []).map { DocumentID($0) }
    }
}
