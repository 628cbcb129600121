import DescribedErrors
import Foundation
import Testing

@testable import Passkeys

@Suite("Passkeys")
struct PasskeyTests {
    @Test("The vectors hold every algorithm and attestation")
    func vectors() {
        #expect(Set(PasskeyVector.accepted.compactMap(\.algorithm)) == ["ES256", "EdDSA", "RS256"])
        #expect(Set(PasskeyVector.accepted.compactMap(\.attestation)) == ["none", "packed", "certified"])
        #expect(PasskeyVector.refused.count == 5)
    }

    @Test(
        "A passkey of python-fido2 registers with its key, counter and attestation", arguments: PasskeyVector.accepted)
    func registration(_ vector: PasskeyVector) throws {
        let registration = try vector.registered()
        #expect(registration.passkey.publicKey == (try vector.bytes(vector.publicKey)))
        #expect(registration.passkey.counter == vector.counter)
        #expect(registration.passkey.aaguid == Array(0..<16))
        #expect(registration.isUserVerified)
        #expect(registration.passkey.isBackedUp == (vector.name == "synced-passkey-es"))
        switch (registration.attestation, vector.attestation) {
        case (.none, "none"), (.selfSigned, "packed"): break
        case (.certified(let certificates), "certified"): #expect(certificates.count == 1)
        default: Issue.record("The attestation is \(registration.attestation).")
        }
    }

    @Test("A registered passkey signs in, and its counter grows", arguments: PasskeyVector.accepted)
    func assertion(_ vector: PasskeyVector) throws {
        let assertion = try vector.signedIn()
        #expect(assertion.isUserVerified)
        #expect(assertion.counter == (vector.counter == 0 ? 0 : (vector.counter ?? 0) + 1))
    }

    @Test("A certificate that does not fit the passkey is refused", arguments: PasskeyVector.refused)
    func certificates(_ vector: PasskeyVector) {
        let error = #expect(throws: PasskeyError.self) { try vector.registered() }
        #expect(error?.code == vector.refusal)
    }

    @Test("A counter that does not grow is refused", arguments: [6, 7, UInt32.max])
    func counter(stored: UInt32) throws {
        let vector = try #require(PasskeyVector.accepted.first { $0.name == "es256" })
        var passkey = try vector.registered().passkey
        passkey.counter = stored
        #expect(throws: PasskeyError.counterWentBack(stored: stored, received: 6)) {
            try vector.signedIn(by: passkey)
        }
    }

    @Test("A counter that falls back to zero is refused")
    func counterOfZero() throws {
        let vector = try #require(PasskeyVector.accepted.first { $0.name == "eddsa" })
        var passkey = try vector.registered().passkey
        passkey.counter = 1
        #expect(throws: PasskeyError.counterWentBack(stored: 1, received: 0)) { try vector.signedIn(by: passkey) }
    }

    @Test("A passkey of another user or without a user is refused")
    func users() throws {
        let vector = try #require(PasskeyVector.accepted.first)
        var passkey = try vector.registered().passkey
        var response = try vector.assertionResponse()
        response.userHandle = nil
        #expect(throws: PasskeyError.wrongUser) { try vector.signedIn(response) }
        passkey.userHandle = Array("user-18".utf8)
        #expect(throws: PasskeyError.wrongUser) { try vector.signedIn(by: passkey) }
        passkey.id = [1]
        #expect(throws: PasskeyError.wrongCredential) { try vector.signedIn(by: passkey) }
    }

    @Test("A passkey without a user handle signs in a user who is known already")
    func knownUser() throws {
        let vector = try #require(PasskeyVector.accepted.first)
        var response = try vector.assertionResponse()
        response.userHandle = nil
        let assertion = try PasskeyVector.site.assertion(
            from: response, by: try vector.registered().passkey,
            challenge: try vector.bytes(vector.assertion?.challenge), isUserKnown: true)
        #expect(assertion.counter == 6)
    }

    @Test("Another site, origin, challenge or ceremony is refused by its own code")
    func otherSites() throws {
        let vector = try #require(PasskeyVector.accepted.first)
        var site = PasskeyVector.site
        site.id = "example.org"
        #expect(throws: PasskeyError.wrongRelyingParty) { try vector.registered(at: site) }
        #expect(throws: PasskeyError.wrongRelyingParty) { try vector.signedIn(at: site) }
        site = PasskeyVector.site
        for origin in ["https://example.com.evil.test", "http://example.com", "https://example.com:444"] {
            site.origins = [origin]
            #expect(throws: PasskeyError.wrongOrigin("https://example.com")) { try vector.registered(at: site) }
            #expect(throws: PasskeyError.wrongOrigin("https://example.com")) { try vector.signedIn(at: site) }
        }
        let response = try vector.registrationResponse()
        for challenge in [[], [0], [UInt8](repeating: 0, count: 32)] {
            #expect(throws: PasskeyError.wrongChallenge) {
                try PasskeyVector.site.registration(from: response, challenge: challenge, userHandle: [1])
            }
        }
        var assertion = try vector.assertionResponse()
        assertion.clientDataJSON = response.clientDataJSON
        #expect(throws: PasskeyError.wrongType(expected: "webauthn.get")) { try vector.signedIn(assertion) }
    }

    @Test("Client data from a frame of another origin is refused unless it is allowed")
    func frames() throws {
        let vector = try #require(PasskeyVector.accepted.first { $0.name == "es256" })
        var response = try vector.registrationResponse()
        let json = String(decoding: response.clientDataJSON, as: UTF8.self)
        func frame(_ members: String) {
            response.clientDataJSON = Array(json.replacing(#""crossOrigin":false"#, with: members).utf8)
        }
        frame(#""crossOrigin":true"#)
        let challenge = try vector.bytes(vector.registration.challenge)
        var site = PasskeyVector.site
        #expect(throws: PasskeyError.crossOrigin) {
            try site.registration(from: response, challenge: challenge, userHandle: [1])
        }
        site.topOrigins = ["https://shop.example"]
        for members in [#""crossOrigin":true"#, #""crossOrigin":true,"topOrigin":"https://shop.example""#] {
            frame(members)
            #expect(throws: Never.self) {
                try site.registration(from: response, challenge: challenge, userHandle: [1])
            }
        }
        frame(#""crossOrigin":true,"topOrigin":"https://other.example""#)
        #expect(throws: PasskeyError.crossOrigin) {
            try site.registration(from: response, challenge: challenge, userHandle: [1])
        }
    }

    @Test("A use that nobody was seen at or that verified nobody is refused, as is an impossible backup")
    func flags() throws {
        let vector = try #require(PasskeyVector.accepted.first)
        var response = try vector.assertionResponse()
        for (flags, error) in [
            (UInt8(0x04), PasskeyError.userNotPresent), (0x01, .userNotVerified), (0x15, .contradictoryBackup),
            (0x0D, .contradictoryBackup),
        ] {
            response.authenticatorData[32] = flags
            #expect(throws: error) { try vector.signedIn(response) }
        }
    }

    @Test("An algorithm that was not offered is refused")
    func algorithms() throws {
        let vector = try #require(PasskeyVector.accepted.first { $0.name == "rs256" })
        var site = PasskeyVector.site
        site.algorithms = [.es256]
        #expect(throws: PasskeyError.algorithmNotOffered(-257)) { try vector.registered(at: site) }
    }

    @Test("Each code and number belongs to one error")
    func codes() {
        let errors: [PasskeyError] = [
            .tooLarge(part: "a", limit: 1), .malformedBase64(part: "a"), .malformedCBOR("a", position: 1),
            .malformedClientData, .wrongType(expected: "a"), .wrongChallenge, .wrongOrigin("a"), .crossOrigin,
            .malformedAuthenticatorData("a"), .wrongRelyingParty, .userNotPresent, .userNotVerified,
            .contradictoryBackup, .noCredential, .wrongCredential, .malformedKey("a"), .algorithmNotOffered(1),
            .unsupportedAttestation(format: "a"), .malformedAttestation("a"), .wrongAttestationSignature,
            .wrongSignature, .counterWentBack(stored: 1, received: 1), .wrongUser,
        ]
        #expect(errors.map(\.numberedCode.number) == Array(1...23))
        #expect(Set(errors.map(\.code)).count == 23)
        #expect(errors.allSatisfy { $0.description.hasSuffix(".") })
    }
}
