import Foundation
import SignedPDF

/// How long what is signed in a ceremony is to last, and whom to ask for that.
///
/// Every signature gets a timestamp. The seal, which comes last and covers all of them, may get validation data and an
/// archive timestamp as well (ETSI EN 319 142-1 §6.3).
public struct LastingSignatures: Sendable {
    /// The level of the service's seal.
    public var seal: SignatureLevel
    public var services: SigningServices
    /// Whether a lower level is better than no signature when a service fails. Then the history says so; otherwise the
    /// recipient cannot finish.
    public var mayDowngrade: Bool

    public init(seal: SignatureLevel = .timestamped, services: SigningServices, mayDowngrade: Bool = false) {
        self.seal = seal
        self.services = services
        self.mayDowngrade = mayDowngrade
    }
}

/// Makes signed revisions of one request to the level that was ordered, and keeps what fell short.
struct LevelSigning {
    /// Nothing for signatures of level B-B.
    let lasting: LastingSignatures?
    private(set) var downgrades: [LevelDowngrade] = []

    init(_ lasting: LastingSignatures?) { self.lasting = lasting }

    /// Who signs, which decides the level.
    enum Role {
        case signer
        case seal
    }

    /// The bytes to append to a document.
    /// - Throws: ``CeremonyError/levelOutOfReach(_:)`` if a service failed and no lower level will do;
    ///   ``CeremonyError/certificateNotValid(_:)`` and ``CeremonyError/clockWrong(_:)`` for a signature that would never
    ///   be valid.
    mutating func revision(
        of document: PDFDocument, _ signature: SignatureField, filling fields: [FormField] = [],
        awaiting awaited: [SignatureField] = [], with signer: some DocumentSigner, as role: Role, at date: Date
    ) async throws -> Data {
        if let problem = signer.validityProblem(at: date) { throw CeremonyError.certificateNotValid(problem) }
        guard let lasting, lasting.seal > .basic else {
            return try await document.signedRevision(
                signature, filling: fields, awaiting: awaited, with: signer, at: date)
        }
        do {
            let made = try await document.signedRevision(
                signature, filling: fields, awaiting: awaited, with: signer, at: date,
                to: role == .seal ? lasting.seal : .timestamped, using: lasting.services,
                allowingDowngrade: lasting.mayDowngrade)
            if let downgrade = made.downgrade, !downgrades.contains(downgrade) { downgrades.append(downgrade) }
            return made.update
        } catch let error as TimestampError {
            throw CeremonyError.levelOutOfReach(error.description)
        } catch let error as LongTermError {
            if case .outsideValidity = error { throw CeremonyError.clockWrong(error.description) }
            throw CeremonyError.levelOutOfReach(error.description)
        }
    }
}
