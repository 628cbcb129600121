import Foundation
import SignedPDF

/// How long the signatures of a ceremony are to last, and which services provide the evidence.
///
/// Every signature gets a timestamp. The seal comes last and covers all of them; it may also get validation data and an
/// archive timestamp (ETSI EN 319 142-1 §6.3).
public struct LastingSignatures: Sendable {
    /// The level of the service's seal.
    public var seal: SignatureLevel
    /// The timestamp authority, and where validation data is fetched.
    public var services: SigningServices
    /// Whether a signature may have a lower level if a service fails. The history then records it. Otherwise the
    /// recipient cannot finish.
    public var mayDowngrade: Bool

    /// Without `mayDowngrade`, nobody can finish while a service fails.
    public init(seal: SignatureLevel = .timestamped, services: SigningServices, mayDowngrade: Bool = false) {
        self.seal = seal
        self.services = services
        self.mayDowngrade = mayDowngrade
    }
}

/// Makes the signed revisions of one request at the ordered level, and collects the shortfalls.
struct LevelSigning {
    /// `nil` for signatures of level B-B.
    let lasting: LastingSignatures?
    private(set) var downgrades: [LevelDowngrade] = []

    init(_ lasting: LastingSignatures?) { self.lasting = lasting }

    /// The role of a signature, which decides its level.
    enum Role {
        case signer
        case seal
    }

    /// Returns the bytes to append to a document.
    ///
    /// - Throws: ``CeremonyError/levelOutOfReach(_:)`` if a service failed and no lower level is allowed;
    ///   ``CeremonyError/certificateNotValid(_:)`` or ``CeremonyError/clockWrong(_:)`` if the signature would never be
    ///   valid
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
            throw CeremonyError.levelOutOfReach(.timestamp(error))
        } catch let error as LongTermError {
            if case .outsideValidity = error { throw CeremonyError.clockWrong(error) }
            throw CeremonyError.levelOutOfReach(.validationData(error))
        }
    }
}
