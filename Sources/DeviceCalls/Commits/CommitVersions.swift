import Ceremony
import DocuSignDialect
import Envelopes
import Foundation
import Ledger
import SignedPDF
import Typesetting
import Words

/// Checks the document versions that a device has signed. A version must be the one before, plus exactly what the
/// ceremony appends for this recipient at this point of the history, signed in the recipient's name.
struct CommitVersions: Sendable {
    let ledger: EnvelopeLedger
    let typesetter: any Typesetter
    let takesOtherFonts: Bool
    let now: Date

    /// - Parameters:
    ///   - new: the version that the event names
    ///   - values: the values that the event says were written for the recipient
    ///   - before: the envelope before the event
    /// - Returns: the tabs whose values the device drew in fonts that this service lacks
    func check(
        _ new: Data, of id: DocumentID, signedBy recipient: RecipientID, values: [TabID: String], _ event: Event,
        _ before: Envelope
    ) async throws -> Set<TabID> {
        guard let earlier = before.latestVersion(of: id), let document = before.document(id),
            let signer = before.recipient(recipient)
        else { throw APIError.unfit(event, "the envelope has no document \(id).") }
        let old = try await ledger.document(earlier)
        guard new.count > old.count, new.prefix(old.count) == old else {
            throw APIError.unfit(event, "the new version of document \(id) does not begin with the previous one.")
        }
        let report: VerificationReport
        do {
            report = try await PDFDocument(new).verifySignatures(trusting: [], at: now)
        } catch {
            throw APIError.unfit(event, "the new version of document \(id) cannot be read: \(error.description)")
        }
        let name = FieldName.ofSignature(by: signer, on: document, in: before)
        guard let own = report.signatures.first(where: { $0.field == name }), own.intact == true,
            own.coverage == .wholeFile
        else {
            throw APIError.unfit(event, "document \(id) is not signed as a whole by recipient \(recipient).")
        }
        // Signatures from before the envelope are not checked here, only those made in it.
        let broken = report.signatures.first { signature in
            FieldName.isOurs(signature.field)
                && !(signature.intact == true && signature.changes.allSatisfy { $0.standing != .forbidden })
        }
        if let broken {
            throw APIError.unfit(event, "the new version of document \(id) breaks the signature “\(broken.field)”.")
        }
        let received = document.blob == earlier ? old : try await ledger.document(document.blob)
        return try await checkContents(new, of: document, received: received, old: old, report, values, event, before)
    }

    /// Checks that the signature covers what the recipient was shown, and is theirs.
    private func checkContents(
        _ new: Data, of document: EnvelopeDocument, received: Data, old: Data, _ report: VerificationReport,
        _ values: [TabID: String], _ event: Event, _ before: Envelope
    ) async throws -> Set<TabID> {
        guard let recipient = event.body.recipientID else { return [] }
        let finding: FinishedVersion.Finding
        let foreign: SignatureReport?
        do {
            let finished = try await FinishedVersion(
                of: document, finishedBy: recipient, in: before, values: values, at: event.at,
                timeZone: event.device.flatMap { TimeZone(secondsFromGMT: $0.secondsFromUTC) } ?? .gmt,
                language: .best(for: [event.actor.language].compactMap(\.self)), blobs: ledger.blobs,
                typesetter: typesetter)
            finding = try finished.finding(on: new, received: received, before: old)
            foreign = finished.foreignSignature(among: report.signatures)
        } catch let error as PDFError {
            throw APIError.unfit(
                event, "the new version of document \(document.id) cannot be compared: \(error.description)")
        } catch let error as CeremonyError {
            throw APIError.unfit(
                event, "the new version of document \(document.id) cannot be compared: \(error.description)")
        }
        if let foreign {
            throw APIError.unfit(
                event,
                "the signature “\(foreign.field)” is in the name of \(foreign.signer), not of recipient \(recipient).")
        }
        switch finding {
        case .differs(let how):
            throw APIError.unfit(
                event,
                "the new version of document \(document.id) may add only the entries and the signature of recipient "
                    + "\(recipient), but it \(how.clause).")
        case .agrees(let otherFonts):
            let refused = takesOtherFonts ? nil : before.tabs.first { otherFonts.contains($0.id) }
            if let refused {
                throw APIError.unfit(
                    event,
                    "the value of “\(refused.label)” in document \(document.id) is drawn in fonts that this service "
                        + "lacks; it accepts only its own fonts.")
            }
            return otherFonts
        }
    }
}
