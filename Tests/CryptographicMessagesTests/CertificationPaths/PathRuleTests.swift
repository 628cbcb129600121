import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import CryptographicMessages
@testable import TestSupport

@Suite("Rules of certification paths")
struct PathRuleTests {
    private typealias Holder = (certificate: Certificate, key: Certificate.PrivateKey, name: DistinguishedName)

    private static let time = TestSigners.start + 60
    private static let one: ASN1ObjectIdentifier = [1, 2, 3, 1]
    private static let two: ASN1ObjectIdentifier = [1, 2, 3, 2]
    private static let any: ASN1ObjectIdentifier = [2, 5, 29, 32, 0]

    private func make(
        _ name: DistinguishedName, by issuer: Holder?, isAuthority: Bool, _ extras: [Certificate.Extension]
    ) throws -> Holder {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        var extensions = Certificate.Extensions()
        if isAuthority {
            try extensions.append(
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)).makeCertificateExtension())
        }
        for extra in extras { try extensions.append(extra) }
        let certificate = try Certificate(
            version: .v3, serialNumber: CertificateProfile.randomSerialNumber(), publicKey: key.publicKey,
            notValidBefore: TestSigners.start, notValidAfter: TestSigners.start + 3600, issuer: issuer?.name ?? name,
            subject: name, extensions: extensions, issuerPrivateKey: issuer?.key ?? key)
        return (certificate, key, name)
    }

    /// Trusts a leaf below authorities, each with its extensions, from the anchor down.
    private func problem(
        below authorities: [[Certificate.Extension]], leaf extras: [Certificate.Extension] = [],
        named name: DistinguishedName? = nil
    ) async throws -> (isTrusted: Bool, problem: TrustProblem?) {
        let root = try make(CertificateName.distinguished("Root"), by: nil, isAuthority: true, [])
        var tip = root
        var between: [Certificate] = []
        for (index, extras) in authorities.enumerated() {
            tip = try make(CertificateName.distinguished("Authority \(index)"), by: tip, isAuthority: true, extras)
            between.append(tip.certificate)
        }
        let leaf = try make(name ?? CertificateName.distinguished("Leaf"), by: tip, isAuthority: false, extras)
        let trust = await TrustFindings.evaluate(
            leaf.certificate, intermediates: between, anchors: [root.certificate], purpose: .documentSigning,
            time: Self.time, claimedTime: nil)
        return (trust.isTrusted, trust.problem)
    }

    // MARK: Policies

    private func policies(_ policies: ASN1ObjectIdentifier..., critical: Bool = false) throws -> Certificate.Extension {
        Certificate.Extension(
            oid: [2, 5, 29, 32], critical: critical,
            value: DERText.sequence(try policies.flatMap { try DERText.sequence(DERText.oid($0)) })[...])
    }

    private func constraints(_ explicit: UInt8?, _ mapping: UInt8? = nil, critical: Bool) -> Certificate.Extension {
        let parts = (explicit.map { [0x80, 1, $0] } ?? []) + (mapping.map { [0x81, 1, $0] } ?? [])
        return Certificate.Extension(
            oid: [2, 5, 29, 36], critical: critical, value: DERText.sequence(parts)[...])
    }

    private func inhibitAny(_ count: UInt8, critical: Bool = true) -> Certificate.Extension {
        Certificate.Extension(oid: [2, 5, 29, 54], critical: critical, value: DERText.integer([count])[...])
    }

    private func mapping(_ from: ASN1ObjectIdentifier, _ to: ASN1ObjectIdentifier) throws -> Certificate.Extension {
        Certificate.Extension(
            oid: [2, 5, 29, 33], critical: true,
            value: DERText.sequence(try DERText.sequence(DERText.oid(from), DERText.oid(to)))[...])
    }

    @Test("A demanded policy must be there, whether or not the demand is critical", arguments: [true, false])
    func explicit(critical: Bool) async throws {
        let demand = constraints(0, critical: critical)
        let named = try policies(Self.one)
        #expect(try await problem(below: [[demand, named]], leaf: [named]).isTrusted)
        #expect(try await problem(below: [[demand, try policies(Self.any)]], leaf: [named]).isTrusted)
        #expect(try await problem(below: [[demand, named]], leaf: [try policies(Self.any)]).isTrusted)
        for leaf in [[], [try policies(Self.two)]] {
            #expect(
                try await problem(below: [[demand, named]], leaf: leaf).problem
                    == .policyNotMet(certificate: "Leaf"))
        }
        // Without a demand, policies do not matter.
        #expect(try await problem(below: [[named]], leaf: [try policies(Self.two)]).isTrusted)
        // A demand that begins later does not concern the leaf.
        #expect(try await problem(below: [[constraints(5, critical: critical), named]]).isTrusted)
        #expect(try await problem(below: [[constraints(1, critical: critical), named], []]).isTrusted == false)
    }

    @Test("The wildcard does not count once it is inhibited", arguments: [true, false])
    func wildcard(critical: Bool) async throws {
        let demand = constraints(0, critical: true)
        let chain = [[demand, try policies(Self.one), inhibitAny(0, critical: critical)]]
        #expect(try await problem(below: chain, leaf: [try policies(Self.any)]).isTrusted == false)
        #expect(try await problem(below: chain, leaf: [try policies(Self.one)]).isTrusted)
        let later = [[demand, try policies(Self.one), inhibitAny(1, critical: critical)]]
        #expect(try await problem(below: later, leaf: [try policies(Self.any)]).isTrusted)
        let longer = later + [[try policies(Self.any)]]
        #expect(try await problem(below: longer, leaf: [try policies(Self.any)]).isTrusted == false)
        #expect(try await problem(below: longer, leaf: [try policies(Self.one)]).isTrusted)
    }

    @Test("Policies are mapped unless that is inhibited")
    func mappings() async throws {
        let demand = constraints(0, critical: true)
        let chain = [[demand, try policies(Self.one), try mapping(Self.one, Self.two)]]
        #expect(try await problem(below: chain, leaf: [try policies(Self.two)]).isTrusted)
        #expect(try await problem(below: chain, leaf: [try policies(Self.one)]).isTrusted == false)
        let inhibited = [
            [constraints(0, 0, critical: true), try policies(Self.one)],
            [try policies(Self.one), try mapping(Self.one, Self.two)],
        ]
        #expect(try await problem(below: inhibited, leaf: [try policies(Self.two)]).isTrusted == false)
        let wild = [[demand, try policies(Self.one), try mapping(Self.any, Self.two)]]
        #expect(try await problem(below: wild, leaf: [try policies(Self.two)]).isTrusted == false)
    }

    @Test("Damaged extensions about policies break the chain")
    func damaged() async throws {
        for oid: ASN1ObjectIdentifier in [[2, 5, 29, 36], [2, 5, 29, 54], [2, 5, 29, 33], [2, 5, 29, 32]] {
            let damaged = Certificate.Extension(oid: oid, critical: true, value: [0x05, 0x01])
            #expect(try await problem(below: [[damaged]]).isTrusted == false)
        }
        #expect(try await problem(below: [[inhibitAny(0x80)]]).isTrusted == false)
    }

    // MARK: Names

    private func name(_ organization: String, _ person: String, mail: String? = nil) throws -> DistinguishedName {
        var attributes = [
            RelativeDistinguishedName.Attribute(type: [2, 5, 4, 10], utf8String: organization),
            RelativeDistinguishedName.Attribute(type: [2, 5, 4, 3], utf8String: person),
        ]
        if let mail {
            attributes.append(
                try RelativeDistinguishedName.Attribute(type: .NameAttributes.emailAddress, ia5String: mail))
        }
        return DistinguishedName(attributes.map { RelativeDistinguishedName($0) })
    }

    private func constraint(
        permitted: [GeneralName] = [], excluded: [GeneralName] = [], critical: Bool = true
    ) throws -> Certificate.Extension {
        try Certificate.Extension(
            NameConstraints(permittedSubtrees: permitted, excludedSubtrees: excluded), critical: critical)
    }

    @Test(
        "A distinguished name must lie within the permitted ones and outside the excluded ones",
        arguments: [true, false])
    func directoryNames(critical: Bool) async throws {
        let acme = DistinguishedName([
            RelativeDistinguishedName(
                RelativeDistinguishedName.Attribute(type: [2, 5, 4, 10], utf8String: "Acme  GmbH"))
        ])
        let permitted = [[try constraint(permitted: [.directoryName(acme)], critical: critical)]]
        #expect(try await problem(below: permitted, named: name("Acme GmbH", "Ada")).isTrusted)
        #expect(try await problem(below: permitted, named: name("ACME gmbh", "Ada")).isTrusted)
        #expect(
            try await problem(below: permitted, named: name("Other", "Ada")).problem
                == .nameNotPermitted(certificate: "Ada", issuer: "Authority 0"))
        #expect(try await problem(below: permitted).isTrusted == false)
        let excluded = [[try constraint(excluded: [.directoryName(acme)], critical: critical)]]
        #expect(try await problem(below: excluded, named: name("Acme GmbH", "Ada")).isTrusted == false)
        #expect(try await problem(below: excluded, named: name("Other", "Ada")).isTrusted)
        // A signer who bears the name of their authority is not exempt, as that authority's new key would be.
        #expect(
            try await problem(below: permitted, named: CertificateName.distinguished("Authority 0")).isTrusted == false)
        // Beside constraints that the library checks.
        let mixed = [[try constraint(permitted: [.directoryName(acme), .dnsName("example.org")], critical: critical)]]
        #expect(try await problem(below: mixed, named: name("Acme GmbH", "Ada")).isTrusted)
        let server = try SubjectAlternativeNames([.dnsName("example.com")]).makeCertificateExtension()
        #expect(try await problem(below: mixed, leaf: [server], named: name("Acme GmbH", "Ada")).isTrusted == false)
    }

    @Test(
        "A mail address must be permitted, in the alternative names and in the subject",
        arguments: [
            ("example.org", "ada@example.org", true), ("example.org", "ada@EXAMPLE.org", true),
            ("example.org", "ada@mail.example.org", false), (".example.org", "ada@mail.example.org", true),
            (".example.org", "ada@example.org", false), ("ada@example.org", "ada@example.org", true),
            ("ada@example.org", "ben@example.org", false), ("ada@example.org", "Ada@example.org", false),
            ("example.org", "ada@example.com", false), ("example.org", "ada@example.org@example.com", false),
        ])
    func mail(subtree: String, address: String, isPermitted: Bool) async throws {
        let alternative = try SubjectAlternativeNames([.rfc822Name(address)]).makeCertificateExtension()
        let permitted = [[try constraint(permitted: [.rfc822Name(subtree)])]]
        #expect(try await problem(below: permitted, leaf: [alternative]).isTrusted == isPermitted)
        #expect(try await problem(below: permitted, named: name("Acme", "Ada", mail: address)).isTrusted == isPermitted)
        let excluded = [[try constraint(excluded: [.rfc822Name(subtree)])]]
        #expect(try await problem(below: excluded, leaf: [alternative]).isTrusted == !isPermitted)
        // A certificate without an address is not concerned.
        #expect(try await problem(below: permitted).isTrusted)
    }
}

@Suite("Keys and certificates that do not count")
struct RefusedKeyTests {
    @Test("An Ed25519 key of small order is refused, in signatures and in authorities")
    func smallOrder() throws {
        let prime = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        let zeros = [UInt8](repeating: 0, count: 32)
        var keys = [zeros, [1] + zeros.dropFirst(), [0xEC] + prime.dropFirst(), prime, [0xEE] + prime.dropFirst()]
        for text in [
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        ] {
            let digits = text.compactMap(\.hexDigitValue)
            keys.append(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
        }
        let scheme = SignatureScheme(kind: .ed25519, digest: .sha512)
        // The signature of the neutral element, which holds for any message under the key 1.
        let forged = Data([1] + [UInt8](repeating: 0, count: 63))
        for bytes in keys {
            for sign: UInt8 in [0, 0x80] {
                var raw = bytes
                raw[31] |= sign
                let key = Certificate.PublicKey(try Curve25519.Signing.PublicKey(rawRepresentation: Data(raw)))
                #expect(scheme.check(forged, over: Array("any".utf8), key: key) == .unsupported(.keyOfSmallOrder))
            }
        }
        let sound = Curve25519.Signing.PrivateKey()
        let value = try sound.signature(for: Data("any".utf8))
        #expect(scheme.check(value, over: Array("any".utf8), key: Certificate.PublicKey(sound.publicKey)) == .valid)
    }

    @Test("Of two certificates with one issuer and serial number, the one that the signer named counts")
    func named() async throws {
        let start = TestSigners.start
        let ada = try SigningIdentity.selfSigned(name: "Ada Lovelace", email: nil, at: start)
        let other = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let twin = try Certificate(
            version: .v3, serialNumber: ada.certificate.serialNumber, publicKey: other.publicKey,
            notValidBefore: start, notValidAfter: start + 60, issuer: ada.certificate.issuer,
            subject: CertificateName.distinguished("Mallory"), extensions: Certificate.Extensions(),
            issuerPrivateKey: other)
        for certificates in [[twin, ada.certificate], [ada.certificate, twin]] {
            var container = LooseCMS(identity: ada)
            container.certificates = certificates
            let data = try CMSSignedData.read(Array(try await container.signed(Data("x".utf8))))
            #expect(data.signerCertificate == ada.certificate)
            let findings = SignerFindings(data) { $0.digest(of: Data("x".utf8)) }
            #expect(findings.integrity == .intact)
        }
    }

    @Test("A signer with the no-check extension of responders is checked")
    func noCheck() throws {
        let authority = try TestAuthority()
        let noCheck = Certificate.Extension(oid: .OCSP.noCheck, critical: false, value: [5, 0])
        let judge = RevocationJudge(evidence: RevocationEvidence()) { _ in TestSigners.now }
        for (usage, isExempt) in [
            (ExtendedKeyUsage.Usage?.none, false), (.emailProtection, false), (.ocspSigning, true),
        ] {
            let holder = try TestAuthority.issue("Ada", by: authority.root, usage: usage, extras: [noCheck])
            let finding = judge.finding(on: holder.certificate, issuer: authority.root.certificate, at: TestSigners.now)
            #expect((finding == .exempt) == isExempt)
        }
    }
}
