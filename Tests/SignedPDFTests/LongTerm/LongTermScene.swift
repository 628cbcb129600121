import Foundation
import X509

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

/// An authority, a signer, a clock and a responder, all at work.
struct LongTermScene {
    static let clockURL = TestClock.url
    static let secondClockURL = TestClock.secondURL

    let authority: TestAuthority
    let signer: SigningIdentity
    let clock: TestClock
    let exchange = TestExchange()
    let time = MovableTime(SignedFiles.now)

    init(signerYears: Double = 1, clockYears: Double = 3) throws {
        authority = try TestAuthority()
        signer = try authority.signer(years: signerYears)
        clock = try TestClock(by: authority, years: clockYears)
        let time = time
        clock.serve(Self.clockURL, on: exchange) { time.now }
        serveStatus(.good)
    }

    var anchors: [Certificate] { [authority.root.certificate] }

    /// The responder says so of everybody, or of one certificate while all others are good.
    func serveStatus(_ status: CertificateStatus, of certificate: Certificate? = nil, age: TimeInterval = 0) {
        let made = time.now - age
        authority.serveResponses(
            on: exchange, .init(status: status, thisUpdate: made, nextUpdate: made + 3600),
            for: certificate?.serialNumber)
    }

    func services(_ urls: [String] = [clockURL], policy: String? = nil, limit: Duration = .seconds(5))
        -> SigningServices
    {
        SigningServices(
            timestamps: TimestampService(
                urls.map { TimestampAuthority(url: $0, policy: policy, timeLimit: limit) }, over: exchange),
            revocation: RevocationClient(over: exchange, timeLimit: limit))
    }

    var client: RevocationClient { RevocationClient(over: exchange) }

    /// A small file, signed.
    func signed(
        to level: SignatureLevel, urls: [String] = [clockURL], allowingDowngrade: Bool = false
    ) async throws -> (file: Data, result: LeveledUpdate) {
        let base = SignedFiles.agreement()
        let result = try await PDFDocument(base).signedRevision(
            SignatureField(name: "Ada"), with: signer, at: time.now, to: level, using: services(urls),
            allowingDowngrade: allowingDowngrade)
        return (base + result.update, result)
    }

    /// - Parameter seconds: How long after the time of the scene.
    func report(_ file: Data, after seconds: TimeInterval = 60, isOnline: Bool = false) async throws
        -> VerificationReport
    {
        try await PDFDocument(file).verifySignatures(
            trusting: anchors, at: time.now + seconds, asking: isOnline ? client : nil)
    }
}
