import Foundation
import SignedPDF
import Testing

@Suite("Causes of a lower level")
struct LevelCauseTests {
    private static let failures: [TimestampFailure] = [
        .exchange(.unsupportedAddress), .exchange(.tooSlow(milliseconds: 300)), .exchange(.unreachable("refused")),
        .exchange(.status(500)), .exchange(.tooLong(limit: 9)), .damaged("it is no answer"), .refused("not today"),
        .wrongNonce, .wrongImprint, .wrongPolicy("1.2.3"), .unsound(.signature(.severalSigners(count: 2))),
        .unsound(.unchecked), .unsound(.severalSigners), .unsound(.certificateNotNamed),
        .unsound(.certificate(.notForTimestamps)), .unsound(.keyUsageNotCritical),
    ]

    private static let causes: [LevelDowngrade.Cause] =
        [
            .timestamp(.noAuthority),
            .timestamp(.noTimestamp(failures.map { .init(authority: "http://clock.test/", failure: $0) })),
        ]
        + [
            .revoked(name: "Ada", date: Date(timeIntervalSince1970: 1_795_252_500)),
            .noRevocationData(name: "Ada", reasons: [.noSource, .responderRefused(address: "http://x/", status: 6)]),
            .issuerMissing(name: "Ada"), .unsigned, .broken(field: "Ada"),
        ].map(LevelDowngrade.Cause.validationData)

    @Test("A cause is encoded as code and facts in JSON and reads back unchanged", arguments: causes)
    func roundTrip(cause: LevelDowngrade.Cause) throws {
        let bytes = try JSONEncoder().encode(cause)
        let object = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(object["code"] as? String == cause.code)
        let back = try JSONDecoder().decode(LevelDowngrade.Cause.self, from: bytes)
        #expect(back == cause && back.description == cause.description)
    }
}
