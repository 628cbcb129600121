import Foundation
import X509

extension PDFDocument {
    /// Signs to one of the PAdES baseline levels (ETSI EN 319 142-1 §6).
    ///
    /// The signature with its timestamp is one update, the validation data are a second, the document timestamp is a
    /// third. None of them changes earlier bytes.
    ///
    ///     let signed = try await document.signedRevision(
    ///         field, with: identity, at: Date(), to: .archive, using: services, allowingDowngrade: false)
    ///
    /// - Parameters:
    ///   - signature: the signature field; an existing unsigned field of its name is signed, otherwise one is added
    ///   - fields: fields to add or fill in the same update
    ///   - awaited: signature fields to add, unsigned, for later signers
    ///   - signer: the signer
    ///   - date: the claimed time of signing, and the time at which certificates must not have been revoked
    ///   - level: the level to reach
    ///   - services: the timestamp authorities and revocation sources
    ///   - mayDowngrade: whether to accept a lower level if a service fails. The update then states the level reached
    ///     and the reason. If `false`, the failure is thrown and nothing is signed.
    /// - Throws: ``PDFError``, ``SigningIdentityError``, ``TimestampError``, ``LongTermError``, and any error of the
    ///   signer
    public func signedRevision(
        _ signature: SignatureField, filling fields: [FormField] = [], awaiting awaited: [SignatureField] = [],
        with signer: some DocumentSigner, at date: Date, to level: SignatureLevel, using services: SigningServices,
        allowingDowngrade mayDowngrade: Bool = false
    ) async throws -> LeveledUpdate {
        var result = try await timestampedRevision(
            signature, filling: fields, awaiting: awaited, with: signer, at: date, to: level, using: services,
            allowingDowngrade: mayDowngrade)
        guard level >= .longTerm, result.downgrade == nil else { return result }
        let signed = try PDFDocument(bytes + result.update, password: encryption?.password)
        let later = try await signed.extended(
            to: level, using: services, at: date, allowingDowngrade: mayDowngrade)
        result.update += later.update
        result.level = later.level
        result.downgrade = later.downgrade
        return result
    }

    /// Signs to level B-B or B-T. ``extended(to:using:at:allowingDowngrade:)`` then takes the file with this update
    /// further.
    ///
    /// With these two steps, a file of any size can be signed without holding it in memory.
    public func timestampedRevision(
        _ signature: SignatureField, filling fields: [FormField] = [], awaiting awaited: [SignatureField] = [],
        with signer: some DocumentSigner, at date: Date, to level: SignatureLevel, using services: SigningServices,
        allowingDowngrade mayDowngrade: Bool = false
    ) async throws -> LeveledUpdate {
        guard level >= .timestamped else {
            return LeveledUpdate(
                update: try await signedRevision(
                    signature, filling: fields, awaiting: awaited, with: signer, at: date), level: .basic)
        }
        try requireEarlierSignaturesHold(signing: signature, filling: fields, awaiting: awaited)
        var downgrade: LevelDowngrade?
        var room = SignatureTimestamp.usualRoom
        while true {
            do {
                let update = try await signedRevision(
                    signature, filling: fields, awaiting: awaited, with: signer, at: date, addingRoom: room
                ) { container in
                    do {
                        let token = try await SignatureTimestamp.token(over: container, by: services.timestamps)
                        try LongTermError.require(signer, validAt: token.info.time, clock: date)
                        return try SignatureTimestamp.adding(token.bytes, to: container)
                    } catch let error as TimestampError where mayDowngrade {
                        downgrade = LevelDowngrade(wanted: level, reached: .basic, cause: .timestamp(error))
                        return container
                    }
                }
                return LeveledUpdate(
                    update: update, level: downgrade?.reached ?? .timestamped, downgrade: downgrade)
            } catch PDFError.signatureTooLong(let needed, let reserved) where room == SignatureTimestamp.usualRoom {
                // If the token is unusually long, sign again with the room that it needs.
                room += needed - reserved + 1024
            }
        }
    }

    /// Extends a signed document to level B-LT or B-LTA. Adds validation data for all its signatures and timestamps,
    /// and for B-LTA a document timestamp.
    ///
    /// - Returns: the update to append; empty for a level below B-LT
    /// - Throws: ``PDFError``, ``TimestampError``, ``LongTermError``
    public func extended(
        to level: SignatureLevel, using services: SigningServices, at date: Date,
        allowingDowngrade mayDowngrade: Bool = false
    ) async throws -> LeveledUpdate {
        try await extended(
            to: level, using: services, at: date, allowingDowngrade: mayDowngrade, timestampDigest: .sha256,
            asksAuthority: false)
    }

    /// - Parameters:
    ///   - digest: the hash function for the document timestamp
    ///   - asksAuthority: whether the authority may differ from that of the signature's timestamp
    func extended(
        to level: SignatureLevel, using services: SigningServices, at date: Date,
        allowingDowngrade mayDowngrade: Bool, timestampDigest digest: DigestAlgorithm, asksAuthority: Bool
    ) async throws -> LeveledUpdate {
        var result = LeveledUpdate(update: Data(), level: .timestamped)
        guard level >= .longTerm else { return result }
        do {
            let data = try await validationData(using: services, at: date, asksAuthority: asksAuthority)
            result.update = try addingValidationData(data, at: date) ?? Data()
            result.level = .longTerm
        } catch let error as LongTermError where mayDowngrade {
            result.downgrade = LevelDowngrade(wanted: level, reached: result.level, cause: .validationData(error))
            return result
        }
        guard level == .archive else { return result }
        let document =
            result.update.isEmpty ? self : try PDFDocument(bytes + result.update, password: encryption?.password)
        do {
            result.update += try await document.timestamped(by: services.timestamps, digest: digest)
            result.level = .archive
        } catch let error as TimestampError where mayDowngrade {
            result.downgrade = LevelDowngrade(wanted: level, reached: .longTerm, cause: .timestamp(error))
        }
        return result
    }
}
