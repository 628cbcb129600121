import Foundation
import Testing
import TokenKeys

@Suite("Errors of tokens, as an app sees them")
struct TokenKeyErrorTests {
    @Test("The codes of TokenKeyError are stable, and each error shows its sentence")
    func codes() {
        let rows: [(TokenKeyError, Int)] = [
            (.malformedURI("x"), 1),
            (.noModule(path: "x", reason: "x"), 2),
            (.noToken(wanted: nil, present: ["x"]), 3),
            (.severalTokens(["x"]), 4),
            (.noKey(wanted: nil, token: "x", present: ["x"]), 5),
            (.severalKeys(["x"], token: "x"), 6),
            (.noCertificate(key: "x", token: "x"), 7),
            (.noPIN(token: "x"), 8),
            (.wrongPIN(token: "x"), 9),
            (.lockedPIN(token: "x"), 10),
            (.unreadablePIN(path: "x"), 11),
            (.wrongSignature(key: "x", token: "x"), 12),
            (.failed(function: "x", code: 1), 13),
        ]
        for (error, code) in rows {
            let shown = error as any Error as NSError
            #expect(shown.domain == "Countersign.TokenKeyError" && shown.code == code)
            #expect(shown.localizedDescription == error.description)
        }
    }
}
