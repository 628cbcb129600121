import Envelopes

extension Wire {
    /// The body of `POST …/envelopes/{id}/views/recipient`.
    package struct RecipientViewRequest: WireObject, Codable, Hashable, Sendable {
        package var returnUrl: String
        package var authenticationMethod: String
        package var userName: String
        package var email: String
        /// Absent only for the host of an in-person signer, and for a user who is the recipient and asks for their own
        /// page.
        package var clientUserId: String?
        /// Distinguishes recipients with the same name, e-mail address, and client user id.
        package var recipientId: String?
        /// The sender's identifier for its authentication of the person. Not stored.
        package var assertionId: String?
        /// When the sender authenticated the person, by its own account.
        package var authenticationInstant: String?
        package var securityDomain: String?

        package init(
            returnUrl: String, authenticationMethod: String = "None", userName: String, email: String,
            clientUserId: String?, recipientId: String? = nil
        ) {
            self.returnUrl = returnUrl
            self.authenticationMethod = authenticationMethod
            self.userName = userName
            self.email = email
            self.clientUserId = clientUserId
            self.recipientId = recipientId
        }

        /// The longest return URL. The API truncates a longer one; this dialect rejects it, because a truncated URL
        /// leads nowhere.
        static let longestReturnURL = 470

        init(reading reader: WireReader) throws {
            func needed(_ key: WireKey) throws -> String {
                guard let text = try reader.name(key) else {
                    throw reader.refusal(key, "is missing")
                }
                return text
            }
            try reader.refuse("xFrameOptions", unless: "deny")
            try reader.ignore(texts: ["xFrameOptions", "assertionId", "securityDomain"])
            try reader.refuse(["clientURLs", "frameAncestors", "messageOrigins", "xFrameOptionsAllowFromUrl"])
            returnUrl = try needed("returnUrl")
            if returnUrl.utf16.count > Self.longestReturnURL {
                throw reader.refusal("returnUrl", "has more than \(Self.longestReturnURL) characters")
            }
            guard ReturnAddress.allows(returnUrl) else {
                throw reader.refusal("returnUrl", "is not an absolute URL that a browser may be sent to")
            }
            authenticationMethod = try needed("authenticationMethod")
            guard Self.methods.contains(authenticationMethod.lowercased()) else {
                throw reader.refusal("authenticationMethod", "is not a method that the API defines")
            }
            userName = try needed("userName")
            email = try needed("email")
            clientUserId = try reader.name("clientUserId")
            recipientId = try reader.name("recipientId")
            assertionId = try reader.name("assertionId")
            authenticationInstant = try reader.name("authenticationInstant")
            securityDomain = try reader.name("securityDomain")
            if vouching?.at == nil { try reader.ignore(texts: ["authenticationInstant"]) }
        }

        /// How the sender's program identified the person; `nil` if it did not.
        package var vouching: Identification? {
            guard authenticationMethod.lowercased() != "none" else { return nil }
            return Identification(
                .sender, detail: authenticationMethod, at: authenticationInstant.flatMap(WireDate.date))
        }

        private static let methods: Set<String> = [
            "biometric", "email", "httpbasicauth", "kerberos", "knowledgebasedauth", "none", "paperdocuments",
            "password", "rsasecureid", "singlesignon_casiteminder", "singlesignon_infocard",
            "singlesignon_microsoftactivedirectory", "singlesignon_other", "singlesignon_passport",
            "singlesignon_saml", "smartcard", "sslmutualauth", "x509certificate",
        ]

        /// Returns the recipient that the request means. The client user id, name, and e-mail address must match
        /// exactly, and so must the recipient id if given. For an in-person signer, the host's name and address count.
        ///
        /// Someone who has finished may open the page again, and so may anyone in a finished envelope.
        ///
        /// - Parameter caller: the user whose token came with the request. Without a client user id, they may request
        ///   the page of the recipient with their own name and e-mail address.
        /// - Throws: ``APIError`` `UNKNOWN_ENVELOPE_RECIPIENT` if no recipient matches, or several do;
        ///   `ENVELOPE_INVALID_STATUS` for a draft; `RECIPIENT_NOT_IN_SEQUENCE` if it is not yet their turn
        package func recipient(of envelope: Envelopes.Envelope, for caller: Caller? = nil) throws(APIError) -> Recipient
        {
            let found = envelope.recipients.filter { means($0) || isOwn($0, caller) }
            guard let recipient = found.first else {
                if clientUserId == nil {
                    throw APIError(
                        .unknownEnvelopeRecipient,
                        "clientUserId is missing; only embedded recipients have a signing page.")
                }
                throw APIError(
                    .unknownEnvelopeRecipient,
                    "The envelope has no recipient with this userName, email and clientUserId.")
            }
            guard found.count == 1 else {
                throw APIError(
                    .unknownEnvelopeRecipient,
                    "The envelope has several recipients with this userName, email and clientUserId; give recipientId.")
            }
            if envelope.status == .created {
                throw APIError(.envelopeInvalidStatus, "The envelope is a draft and cannot be signed.")
            }
            let hasFinished = envelope.state(of: recipient.id)?.hasFinished == true || envelope.status.isFinal
            guard hasFinished || envelope.isTurn(of: recipient.id) else {
                throw APIError(.recipientNotInSequence, "It is not recipient \(recipient.id)'s turn yet.")
            }
            return recipient
        }

        /// The user who makes the request.
        package struct Caller: Hashable, Sendable {
            package var name: String
            package var email: String

            package init(name: String, email: String) {
                self.name = name
                self.email = email
            }
        }

        /// Whether a recipient who is not embedded is the calling user.
        private func isOwn(_ recipient: Recipient, _ caller: Caller?) -> Bool {
            guard let caller, clientUserId == nil, recipient.kind == .signer, recipient.clientUserID == nil,
                recipientId == nil || Self.same(recipient.id.rawValue, recipientId)
            else { return false }
            return Self.same(recipient.name, userName) && Self.same(recipient.name, caller.name)
                && Self.same(recipient.email, email) && Self.same(recipient.email, caller.email)
        }

        private func means(_ recipient: Recipient) -> Bool {
            guard recipientId == nil || Self.same(recipient.id.rawValue, recipientId) else { return false }
            switch recipient.kind {
            case .signer, .certifiedDelivery:
                return Self.same(recipient.clientUserID, clientUserId) && Self.same(recipient.name, userName)
                    && Self.same(recipient.email, email)
            case .inPersonSigner:
                let isSameProduct = recipient.clientUserID == nil || Self.same(recipient.clientUserID, clientUserId)
                return isSameProduct && Self.same(recipient.host?.name, userName)
                    && Self.same(recipient.host?.email, email)
            case .carbonCopy:
                return false
            }
        }

        /// Whether two texts have the same bytes: two encodings of an accented letter are two names.
        private static func same(_ left: String?, _ right: String?) -> Bool {
            guard let left, let right else { return false }
            return left.utf8.elementsEqual(right.utf8)
        }
    }

    /// The answer to a request for a view.
    package struct ViewURL: Codable, Hashable, Sendable {
        package var url: String

        package init(url: String) { self.url = url }
    }
}
