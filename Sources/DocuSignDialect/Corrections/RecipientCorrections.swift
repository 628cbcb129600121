import Envelopes

extension Wire.Recipients {
    /// One recipient of a request, with its id.
    package struct Entry: Sendable {
        package let recipientID: String
        /// The request with this recipient alone.
        let recipients: Wire.Recipients
        let kind: Recipient.Kind
        let place: String

        /// Returns the change of an existing recipient. Members that are not given stay; tabs with a `tabId` change, and
        /// others are added.
        ///
        /// - Parameter addsUnknown: whether a recipient who is not in the envelope is added
        /// - Throws: ``APIError``
        package func correction(
            of envelope: Envelopes.Envelope, addingUnknown addsUnknown: Bool, newTabID: @escaping () -> TabID,
            newSalt: @escaping () -> String
        ) throws(APIError) -> Correction {
            guard let old = envelope.recipient(RecipientID(recipientID)) else {
                guard addsUnknown else {
                    throw APIError(
                        .unknownEnvelopeRecipient,
                        "The envelope has no recipient \(recipientID.prefix(64)). Add recipients with POST.")
                }
                return try addition(to: envelope, newTabID: newTabID, newSalt: newSalt)
            }
            guard old.kind == kind else {
                throw APIError(
                    .invalidRecipientID, "\(place): recipient \(recipientID) is among the \(old.kind.listName).")
            }
            var correction = Correction(recipients: [changed(old, newSalt: newSalt)])
            if let tabs = recipients.signers?.first?.tabs ?? recipients.inPersonSigners?.first?.tabs {
                try tabs.correct(&correction, of: old.id, in: envelope.definition, adding: true, newTabID: newTabID)
            }
            return correction
        }

        /// Returns the addition of a new recipient.
        package func addition(
            to envelope: Envelopes.Envelope, newTabID: @escaping () -> TabID, newSalt: @escaping () -> String
        ) throws(APIError) -> Correction {
            guard envelope.recipient(RecipientID(recipientID)) == nil else {
                throw APIError(
                    .invalidRecipientID,
                    "The envelope has a recipient \(recipientID.prefix(64)) already. Change recipients with PUT.")
            }
            var parts = RecipientParts(newTabID: newTabID, newSalt: newSalt)
            try parts.add(recipients)
            return Correction(recipients: parts.recipients, tabs: parts.tabs, tabGroups: parts.tabGroups)
        }

        private func changed(_ old: Recipient, newSalt: () -> String) -> Recipient {
            var new = old
            if let signer = recipients.signers?.first {
                new.name = signer.name ?? old.name
                new.email = signer.email ?? old.email
                new.routingOrder = signer.routingOrder ?? old.routingOrder
                new.clientUserID = signer.clientUserId ?? old.clientUserID
                new.note = signer.note ?? old.note
                signer.contact.change(&new, newSalt: newSalt)
            } else if let signer = recipients.inPersonSigners?.first {
                new.name = signer.signerName ?? old.name
                new.email = signer.signerEmail ?? old.email
                new.host?.name = signer.hostName ?? old.host?.name ?? ""
                new.host?.email = signer.hostEmail ?? old.host?.email ?? ""
                new.routingOrder = signer.routingOrder ?? old.routingOrder
                new.clientUserID = signer.clientUserId ?? old.clientUserID
                new.note = signer.note ?? old.note
                signer.contact.change(&new, newSalt: newSalt)
            } else if let copy = recipients.carbonCopies?.first {
                new.name = copy.name ?? old.name
                new.email = copy.email ?? old.email
                new.routingOrder = copy.routingOrder ?? old.routingOrder
                new.clientUserID = copy.clientUserId ?? old.clientUserID
                new.note = copy.note ?? old.note
                copy.contact.change(&new, newSalt: newSalt)
            } else if let delivery = recipients.certifiedDeliveries?.first {
                new.name = delivery.name ?? old.name
                new.email = delivery.email ?? old.email
                new.routingOrder = delivery.routingOrder ?? old.routingOrder
                new.clientUserID = delivery.clientUserId ?? old.clientUserID
                new.note = delivery.note ?? old.note
                delivery.contact.change(&new, newSalt: newSalt)
            }
            return new
        }
    }

    /// Returns every recipient of the request.
    ///
    /// - Throws: ``APIError`` `INVALID_RECIPIENT_ID` for one without an id, or named twice
    package func entries() throws(APIError) -> [Entry] {
        var entries: [Entry] = []
        func add(_ id: String?, _ kind: Recipient.Kind, _ index: Int, _ alone: Wire.Recipients) throws(APIError) {
            let place = "\(kind.listName)[\(index)]"
            guard let id else { throw APIError(.invalidRecipientID, "\(place).recipientId is missing.") }
            guard !entries.contains(where: { $0.recipientID == id }) else {
                throw APIError(.invalidRecipientID, "\(place): recipient \(id) is named twice.")
            }
            entries.append(Entry(recipientID: id, recipients: alone, kind: kind, place: place))
        }
        for (index, signer) in (signers ?? []).enumerated() {
            try add(signer.recipientId, .signer, index, Wire.Recipients(signers: [signer]))
        }
        for (index, signer) in (inPersonSigners ?? []).enumerated() {
            try add(
                signer.recipientId, .inPersonSigner, index, Wire.Recipients(signers: nil, inPersonSigners: [signer]))
        }
        for (index, copy) in (carbonCopies ?? []).enumerated() {
            try add(copy.recipientId, .carbonCopy, index, Wire.Recipients(signers: nil, carbonCopies: [copy]))
        }
        for (index, delivery) in (certifiedDeliveries ?? []).enumerated() {
            try add(
                delivery.recipientId, .certifiedDelivery, index,
                Wire.Recipients(signers: nil, certifiedDeliveries: [delivery]))
        }
        guard !entries.isEmpty else { throw APIError(.invalidRequestParameter, "The request names no recipient.") }
        return entries
    }

    /// An answer with some of an envelope's recipients.
    package init(_ envelope: Envelopes.Envelope, only ids: Set<RecipientID>) {
        self.init(envelope, includingTabs: true)
        func isMeant(_ id: String?) -> Bool { id.map { ids.contains(RecipientID($0)) } ?? false }
        signers?.removeAll { !isMeant($0.recipientId) }
        inPersonSigners?.removeAll { !isMeant($0.recipientId) }
        carbonCopies?.removeAll { !isMeant($0.recipientId) }
        certifiedDeliveries?.removeAll { !isMeant($0.recipientId) }
    }
}

extension Recipient.Kind {
    fileprivate var listName: String {
        switch self {
        case .signer: "signers"
        case .inPersonSigner: "inPersonSigners"
        case .carbonCopy: "carbonCopies"
        case .certifiedDelivery: "certifiedDeliveries"
        }
    }
}

extension Wire.RecipientContact {
    /// Changes the members that are given. The code that a recipient has already is not hashed anew.
    fileprivate func change(_ recipient: inout Recipient, newSalt: () -> String) {
        let code = recipient.accessCode
        let needsMailCode = recipient.needsMailCode
        let notification = recipient.emailNotification
        let excluded = recipient.excludedDocuments
        apply(to: &recipient, newSalt: newSalt)
        if accessCode == nil || accessCode.map({ code?.matches($0) == true }) == true { recipient.accessCode = code }
        if identityVerification == nil { recipient.needsMailCode = needsMailCode }
        if emailNotification == nil { recipient.emailNotification = notification }
        if excludedDocuments == nil { recipient.excludedDocuments = excluded }
    }
}

extension Wire {
    /// The answer to `PUT …/recipients`.
    package struct RecipientsUpdateSummary: Codable, Hashable, Sendable {
        package var recipientUpdateResults: [RecipientUpdateResponse]

        package init(_ results: [RecipientUpdateResponse]) {
            recipientUpdateResults = results
        }
    }

    /// What became of the change of one recipient.
    package struct RecipientUpdateResponse: Codable, Hashable, Sendable {
        package var recipientId: String
        package var recipientIdGuid: String?
        /// Only for a recipient who was not changed.
        package var errorDetails: ErrorDetails?

        package struct ErrorDetails: Codable, Hashable, Sendable {
            package var errorCode: String
            package var message: String
        }

        package init(_ recipientID: String, in envelope: Envelopes.Envelope, error: APIError? = nil) {
            recipientId = recipientID
            if envelope.recipient(RecipientID(recipientID)) != nil {
                recipientIdGuid = DerivedGUID.text(envelope.id, "recipient", recipientID)
            }
            errorDetails = error.map { ErrorDetails(errorCode: $0.errorCode, message: $0.message) }
        }
    }
}
