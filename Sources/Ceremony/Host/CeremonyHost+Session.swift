import Envelopes
import Foundation
import HTTPMessages
import SignedPDF

/// Opening the page, consent, filling in, leaving.
extension CeremonyHost {
    /// Returns the session. The first request records that the recipient has opened the envelope.
    func open(_ request: HTTPCall) async throws -> HTTPReply {
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let state = envelope.state(of: recipientID)
        let isWaiting = envelope.status.isInProcess && !envelope.isTurn(of: recipientID) && state?.hasFinished != true
        if envelope.status == .created || isWaiting { throw CeremonyError.notInTurn }
        guard envelope.isTurn(of: recipientID), state?.deliveredAt == nil else { return try await session(envelope) }
        var context = context(recipient, request)
        context.key = nil
        return try await session(
            perform(context) { [recipientID] newest in
                let isFirst = newest.isTurn(of: recipientID) && newest.state(of: recipientID)?.deliveredAt == nil
                return isFirst ? [.view(recipientID: recipientID)] : []
            })
    }

    func consent(_ request: HTTPCall) async throws -> HTTPReply {
        _ = try RequestBody.decode([String: String].self, from: request.body)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let disclosure = try await ledger.keep(await disclosure(for: envelope, recipient).bytes)
        return try await session(
            perform(.consent(recipientID: recipientID, disclosure: disclosure), context(recipient, request)))
    }

    func fill(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let value: String
        }
        let value = try RequestBody.decode(Body.self, from: request.body).value
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        guard let tabID = TabID(rawValue: id), let tab = envelope.tab(tabID), tab.recipientID == recipientID else {
            throw CeremonyError.unknownField
        }
        if tab.kind == .text {
            let limit = tab.maxLength ?? EnvelopeLimits.textValue
            guard value.utf16.count <= limit else { throw CeremonyError.valueTooLong(label: tab.label, limit: limit) }
            if let character = FieldText(typesetter).unshowableCharacter(in: value, of: tab) {
                throw CeremonyError.characterNotInFont(character, label: tab.label)
            }
            guard FieldText.fits(value, into: tab) else { throw CeremonyError.noRoom(label: tab.label) }
        }
        return try await session(
            perform(.fill(recipientID: recipientID, tabID: tabID, value: value), context(recipient, request)))
    }

    /// Leaves and keeps all entries. Who does not sign, or whose turn it is not, has only viewed the documents.
    func later(_ request: HTTPCall) async throws -> HTTPReply {
        _ = try RequestBody.decode([String: String].self, from: request.body)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let closing = closing(envelope, recipient)
        guard envelope.isTurn(of: recipientID), recipient.signs else {
            let left = closing.later(keepsEntries: true, isByLink: false)
            let hasLeft = envelope.isTurn(of: recipientID)
            return try redirect(.viewingComplete, saying: closing.words ?? (hasLeft ? left : closing.finished))
        }
        guard configuration.allowsFinishingLater else { throw CeremonyError.laterNotOffered }
        _ = try await perform(.finishLater(recipientID: recipientID), context(recipient, request))
        return try redirect(.cancel, saying: closing.later(keepsEntries: configuration.keepsEntries, isByLink: false))
    }

    func decline(_ request: HTTPCall) async throws -> HTTPReply {
        struct Body: Decodable {
            let reason: String
        }
        let reason = try RequestBody.decode(Body.self, from: request.body).reason
        guard reason.contains(where: { !$0.isWhitespace }) else { throw CeremonyError.reasonMissing }
        guard reason.utf16.count <= EnvelopeLimits.declinedReason else {
            throw CeremonyError.reasonTooLong(limit: EnvelopeLimits.declinedReason)
        }
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let declined = try await perform(
            .decline(recipientID: recipientID, reason: reason), context(recipient, request))
        return try redirect(.decline, from: envelope, saying: closing(declined, recipient).words)
    }

    // MARK: Answers

    func session(_ envelope: Envelope) async throws -> HTTPReply {
        let recipient = try recipient(of: envelope)
        let state = envelope.state(of: recipientID)
        var limits = [
            "signatureText": TypedSignature.longestText, "declineReason": EnvelopeLimits.declinedReason,
            "delegationReason": EnvelopeLimits.delegationReason, "recipientName": EnvelopeLimits.recipientName,
            "strokes": DrawnSignature.mostStrokes, "points": DrawnSignature.mostPoints,
        ]
        if configuration.allowsAttachments { limits["attachmentBytes"] = configuration.attachmentLimit }
        limits["sessionIdleSeconds"] = configuration.sessionIdleSeconds
        return try .json(
            SessionView(
                envelope, recipient: recipient, account: try await configuration.account(of: envelope),
                brand: try await configuration.brand(envelope),
                today: today(envelope, recipient),
                disclosure: try await disclosure(for: envelope, recipient), language: language(of: recipient),
                signature: try await artwork(state?.signature),
                initials: try await artwork(state?.initials),
                shown: try await ledger.events.shownPages(of: envelopeID, to: recipientID),
                closing: closing(envelope, recipient).over, evidence: evidence(envelope, recipient),
                faces: typesetter.faces.map(\.name), limits: limits,
                rules: SessionView.Rules(
                    later: configuration.allowsFinishingLater, copies: configuration.offersCopies,
                    certificate: envelope.seesAll(recipientID), reassign: mayDelegate(envelope),
                    keepsEntries: configuration.keepsEntries,
                    nextOnlyToBlankRequired: configuration.nextGoesOnlyToBlankRequired,
                    free: envelope.signsFreely(recipientID), decline: envelope.definition.options.allowsDeclining,
                    preview: configuration.isPreview ? true : nil,
                    elsewhere: configuration.continueElsewhere == nil ? nil : true)))
    }

    /// Returns the picture of the account's brand.
    func logo() async throws -> HTTPReply {
        guard let logo = try await configuration.brand(envelope())?.logo else { throw CeremonyError.notFound }
        return .bytes(logo.bytes, type: logo.mediaType)
    }

    /// - Parameters:
    ///   - envelope: whose sender may have chosen the address
    ///   - words: what the page says if it stays
    func redirect(
        _ ending: CeremonyEnding, from envelope: Envelope? = nil, saying words: ClosingWords?
    ) throws -> HTTPReply {
        try .json(VisitEnd(redirect: Nullable(location(for: ending, of: envelope)), closing: Nullable(words)))
    }

    /// Returns the day in a date-signed tab, as it would be if the recipient signed now.
    private func today(_ envelope: Envelope, _ recipient: Recipient) -> (EnvelopeTab) -> String {
        let (now, zone, language) = (configuration.now(), zone(in: envelope), language(of: recipient))
        return { SignedDate.text(of: $0, in: envelope, now, zone, language) }
    }

    /// Returns the line below the signature in a tab, as it would be if the recipient signed now.
    private func evidence(_ envelope: Envelope, _ recipient: Recipient) -> (EnvelopeTab) -> EvidenceView? {
        let texts = SignatureEvidence(
            recipient: recipient, envelope: envelope, at: configuration.now(), timeZone: zone(in: envelope),
            language: language(of: recipient), isOnDevice: !authority.canSeal
        ).texts(FieldText(typesetter))
        guard !texts.isEmpty else { return { _ in nil } }
        let signed = Set(
            envelope.documentsToSign(by: recipientID).compactMap { document in
                RecipientFields.signed(on: document, by: recipientID, in: envelope)?.id
            })
        return { [typesetter] tab in
            signed.contains(tab.id) ? EvidenceView(texts, in: tab.frame, shaper: typesetter) : nil
        }
    }

    /// Finds the words for the end of this person's visit.
    func closing(_ envelope: Envelope, _ recipient: Recipient) -> Closing {
        Closing(envelope, recipient, PageSentences(language(of: recipient)), offersCopies: configuration.offersCopies)
    }

    /// The address at which the browser goes on. A visit's own address comes before the sender's.
    private func location(for ending: CeremonyEnding, of envelope: Envelope?) -> String? {
        let options = envelope?.definition.options
        let wanted: String? =
            switch ending {
            case .signingComplete: options?.signedAddress
            case .decline: options?.declinedAddress
            default: nil
            }
        let own = returnAddress.location(for: ending)
        return followsSender || own == nil ? wanted ?? own : own
    }

    func artwork(_ hash: BlobHash?) async throws -> Artwork? {
        guard let hash else { return nil }
        return try Artwork(blob: try await ledger.document(hash))
    }

    /// Returns what a person agrees to, in the language of their page.
    private func disclosure(for envelope: Envelope, _ recipient: Recipient) async throws -> Disclosure {
        if let disclosure = configuration.disclosure { return disclosure }
        return .standard(
            sender: envelope.sender, terms: try await configuration.terms(envelope.accountID),
            in: language(of: recipient))
    }
}
