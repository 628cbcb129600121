import Essentials
import Foundation
import Testing

@testable import Passkeys

/// Changes bytes as an attacker or a broken program would, the same way in every run.
struct Breaker {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func number(below bound: Int) -> Int {
        // SplitMix64
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }

    /// Returns bytes that differ from the given ones.
    mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
        var broken = bytes
        repeat {
            let place = number(below: max(broken.count, 1))
            switch number(below: 5) {
            case 0 where !broken.isEmpty: broken[place] ^= 1 << UInt8(number(below: 8))
            case 1 where !broken.isEmpty: broken[place] = UInt8(number(below: 256))
            case 2: broken.removeLast(broken.count - place)
            case 3: broken.insert(UInt8(number(below: 256)), at: place)
            default: broken += [UInt8(number(below: 256))]
            }
        } while broken == bytes
        return broken
    }
}

@Suite("Broken passkeys")
struct BrokenInputTests {
    @Test("No changed byte of a sign-in is accepted", arguments: PasskeyVector.accepted)
    func assertions(_ vector: PasskeyVector) throws {
        var breaker = Breaker(seed: 1)
        let passkey = try vector.registered().passkey
        let response = try vector.assertionResponse()
        for _ in 0..<400 {
            var broken = response
            switch breaker.number(below: 5) {
            case 0: broken.id = breaker.broken(broken.id)
            case 1: broken.clientDataJSON = breaker.broken(broken.clientDataJSON)
            case 2: broken.authenticatorData = breaker.broken(broken.authenticatorData)
            case 3: broken.signature = breaker.broken(broken.signature)
            default: broken.userHandle = breaker.broken(PasskeyVector.userHandle)
            }
            #expect(throws: PasskeyError.self) { try vector.signedIn(broken, by: passkey) }
        }
    }

    @Test(
        "No changed byte of an attested registration is accepted",
        arguments: PasskeyVector.accepted.filter { $0.attestation == "packed" })
    func attested(_ vector: PasskeyVector) throws {
        var breaker = Breaker(seed: 2)
        let response = try vector.registrationResponse()
        let challenge = try vector.bytes(vector.registration.challenge)
        for _ in 0..<400 {
            var broken = response
            if breaker.number(below: 4) == 0 {
                broken.clientDataJSON = breaker.broken(broken.clientDataJSON)
            } else {
                broken.attestationObject = breaker.broken(broken.attestationObject)
            }
            #expect(throws: PasskeyError.self) {
                try PasskeyVector.site.registration(from: broken, challenge: challenge, userHandle: [1])
            }
        }
    }

    @Test(
        "A changed registration ends in a passkey of the same identifier or in an error",
        arguments: PasskeyVector.accepted)
    func registrations(_ vector: PasskeyVector) throws {
        var breaker = Breaker(seed: 3)
        let response = try vector.registrationResponse()
        let challenge = try vector.bytes(vector.registration.challenge)
        var refused = 0
        for _ in 0..<400 {
            var broken = response
            broken.attestationObject = breaker.broken(breaker.broken(broken.attestationObject))
            do {
                let registration = try PasskeyVector.site.registration(
                    from: broken, challenge: challenge, userHandle: [1])
                #expect(registration.passkey.id == response.id)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 200)
    }

    @Test(
        "CBOR outside of what authenticators write is refused",
        arguments: [
            [], [0x18], [0x18, 0x17], [0x19, 0x00, 0xFF], [0x1A, 0, 0, 0xFF, 0xFF], [0x1B, 0, 0, 0, 0, 1, 2, 3, 4],
            [0x1B, 0xFF, 0, 0, 0, 0, 0, 0, 0], [0x1C], [0x1F], [0x3B, 0xFF, 0, 0, 0, 0, 0, 0, 0], [0x41],
            [0x5F, 0x41, 0x00, 0xFF], [0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x62, 0xC3, 0x28],
            [0x81], [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x9A, 0x7F, 0xFF, 0xFF, 0xFF],
            [0x81, 0x81, 0x81, 0x81, 0x81, 0x00], [0x9F, 0xFF], [0xA1, 0x01], [0xA2, 0x01, 0x02, 0x01, 0x03],
            [0xA1, 0x40, 0x01], [0xBF, 0xFF], [0xC0, 0x60], [0xF7], [0xF8, 0x20], [0xF9, 0x3C, 0x00], [0xFB], [0xFF],
            [0x00, 0x00],
        ] as [[UInt8]])
    func cbor(_ bytes: [UInt8]) {
        #expect(throws: PasskeyError.self) { try CBORReader.onlyValue(in: bytes) }
    }

    @Test("CBOR of authenticators is read")
    func readableCBOR() throws {
        let bytes: [UInt8] = [0xA4, 0x01, 0x20, 0x61, 0x61, 0x82, 0xF5, 0xF6, 0x38, 0x18, 0x41, 0x07, 0x03, 0xF4]
        #expect(
            try CBORReader.onlyValue(in: bytes)
                == .map([1: .integer(-1), "a": .array([.boolean(true), .null]), -25: .bytes([7]), 3: .boolean(false)]))
    }

    @Test("Parts that are too large are refused before they are read")
    func sizes() throws {
        let vector = try #require(PasskeyVector.accepted.first)
        var response = try vector.assertionResponse()
        response.clientDataJSON = [UInt8](repeating: 0x5B, count: 9000)
        #expect(throws: PasskeyError.tooLarge(part: "client data", limit: 8192)) { try vector.signedIn(response) }
        response = try vector.assertionResponse()
        response.signature = [UInt8](repeating: 0, count: 70_000)
        #expect(throws: PasskeyError.tooLarge(part: "signature", limit: 65536)) { try vector.signedIn(response) }
    }

    @Test("base64url is read in its one form only", arguments: ["+w", "_w==", "_x", "_", "a b", "é"])
    func base64(_ text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Keys that are weak or off their curve are refused")
    func keys() {
        let point: [CBORKey: CBORValue] = [
            1: .integer(2), 3: .integer(-7), -1: .integer(1), -2: .bytes([UInt8](repeating: 1, count: 32)),
            -3: .bytes([UInt8](repeating: 1, count: 32)),
        ]
        var short: [CBORKey: CBORValue] = [
            1: .integer(3), 3: .integer(-257), -1: .bytes([UInt8](repeating: 0xFF, count: 128)), -2: .bytes([1, 0, 1]),
        ]
        #expect(throws: PasskeyError.malformedKey("it is not a point of P-256")) { try PublicKey(cose: .map(point)) }
        #expect(throws: PasskeyError.self) { try PublicKey(cose: .map(short)) }
        short[-1] = .bytes([UInt8](repeating: 0xFF, count: 256))
        short[-2] = .bytes([1])
        #expect(throws: PasskeyError.malformedKey("its exponent is not 65,537")) { try PublicKey(cose: .map(short)) }
        #expect(throws: PasskeyError.algorithmNotOffered(-47)) { try PublicKey(cose: .map([3: .integer(-47)])) }
        #expect(throws: PasskeyError.self) { try PublicKey(cose: .null) }
    }
}
