import Foundation
import SignedPDF
import Testing

@Suite("Errors of PDF files, as an app sees them")
struct SignedPDFErrorTests {
    @Test("The codes of PDFError are stable")
    func pDFError() {
        let rows: [(PDFError, Int)] = [
            (.unreadable(path: "x"), 1),
            (.notAPDF, 2),
            (.encrypted, 3),
            (.notPermitted("x"), 4),
            (.needsRepair(reason: "x"), 5),
            (.xfaForm(reason: nil), 6),
            (.beyondLimits("x"), 7),
            (.damaged("x", offset: 1), 8),
            (.damagedObject(PDFReference(number: 1, generation: 0), "x"), 9),
            (.additionsForbidden, 10),
            (.earlierSignature(field: "x", signer: nil, reason: "x"), 11),
            (.noPages, 12),
            (.noSuchPage(1, pageCount: 1), 13),
            (.unsupported("x"), 14),
            (.unshowableCharacter("x", place: "x"), 15),
            (.invalidField(name: "x", reason: "x"), 16),
            (.invalidImage("x"), 17),
            (.signatureTooLong(needed: 1, reserved: 1), 18),
            (.unsignableField(name: "x", reason: "x"), 19),
        ]
        expectShown("Countersign.PDFError", rows)
    }

    @Test("The codes of SigningIdentityError are stable")
    func identityError() {
        let rows: [(SigningIdentityError, Int)] = [
            (.noPrivateKey, 1),
            (.encryptedPrivateKey, 2),
            (.unreadablePrivateKey("x"), 3),
            (.unsupportedKey("x"), 4),
            (.weakKey(bits: 1), 5),
            (.unsuitableAlgorithm("x"), 6),
            (.noCertificate, 7),
            (.unreadableCertificate(position: 1, reason: "x"), 8),
            (.certificateDoesNotMatchKey, 9),
            (.emptyName, 10),
            (.invalidEmail("x"), 11),
            (.notAnAuthority, 12),
            (.unsupportedAuthorityKey, 13),
            (.emptyValidity, 14),
            (.unreadablePKCS12("x"), 15),
            (.outdatedPKCS12(algorithm: "x"), 16),
            (.unsupportedPKCS12("x"), 17),
            (.wrongPassword, 18),
            (.signingFailed("x"), 19),
        ]
        expectShown("Countersign.SigningIdentityError", rows)
    }

    @Test("The codes of TimestampDefect are stable")
    func timestampDefect() {
        let rows: [(TimestampDefect, Int)] = [(.container, 1), (.otherContent, 2), (.info, 3), (.time, 4)]
        expectShown("Countersign.TimestampDefect", rows)
    }

    @Test("The codes of LongTermError are stable")
    func longTermError() {
        let rows: [(LongTermError, Int)] = [
            (.revoked(name: "x", date: .distantPast), 1),
            (.noRevocationData(name: "x", reasons: [.noSource]), 2),
            (.issuerMissing(name: "x"), 3),
            (.unsigned, 4),
            (.broken(field: "x"), 5),
            (
                .tooLate(VerifiabilityForecast(date: .distantPast, reason: .algorithmEnds(algorithm: "x"))), 6
            ),
            (.outsideValidity(.selfSigned, timestamp: .distantPast, ahead: 1), 7),
        ]
        expectShown("Countersign.LongTermError", rows)
    }

    @Test("The codes of HTTPExchangeFailure are stable")
    func hTTPExchangeFailure() {
        let rows: [(HTTPExchangeFailure, Int)] = [
            (.unsupportedAddress, 1),
            (.tooSlow(milliseconds: 1), 2),
            (.unreachable("x"), 3),
            (.status(1), 4),
            (.tooLong(limit: 1), 5),
        ]
        expectShown("Countersign.HTTPExchangeFailure", rows)
    }

    @Test("The codes of TimestampError are stable")
    func timestampError() {
        let rows: [(TimestampError, Int)] = [
            (.noTimestamp([]), 1),
            (.noAuthority, 2),
        ]
        expectShown("Countersign.TimestampError", rows)
    }

    @Test("The codes of TimestampFailure are stable")
    func timestampFailure() {
        let rows: [(TimestampFailure, Int)] = [
            (.exchange(.unsupportedAddress), 1),
            (.damaged("x"), 2),
            (.refused("x"), 3),
            (.wrongNonce, 4),
            (.wrongImprint, 5),
            (.wrongPolicy("x"), 6),
            (.unsound(.severalSigners), 7),
        ]
        expectShown("Countersign.TimestampFailure", rows)
    }

    @Test("The codes of TextShapingError are stable")
    func textShapingError() {
        let rows: [(TextShapingError, Int)] = [
            (.unshowable("x"), 1),
            (.unusable("x"), 2),
        ]
        expectShown("Countersign.TextShapingError", rows)
    }
}
