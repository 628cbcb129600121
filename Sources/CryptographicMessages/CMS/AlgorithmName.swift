import SwiftASN1

/// The names of unsupported algorithms and curves, so that a report can say what was not checked.
enum AlgorithmName {
    /// - Returns: `nil` for an unknown algorithm
    static func name(of oid: ASN1ObjectIdentifier) -> String? { names[oid] ?? curve(oid).map { "ECDSA on \($0)" } }

    /// Returns the name of a signature algorithm. For RSA-PSS it depends on the parameters (RFC 4055 §3.1).
    static func name(of reference: AlgorithmReference) -> String? {
        guard reference.oid == .AlgorithmIdentifier.rsaPSS else { return name(of: reference.oid) }
        let hashes = PSSParameters.hashFunctions(in: reference.parameters).filter { DigestAlgorithm($0) == nil }
        return "RSA-PSS with " + (hashes.first.map { name(of: $0) ?? "\($0)" } ?? "these parameters")
    }

    /// Returns the name of an unsupported curve; `nil` for others.
    static func curve(_ oid: ASN1ObjectIdentifier) -> String? { curves[oid] }

    // NIST CSOR, RFC 5758 §3, RFC 8410 §3, RFC 8702 §2, BSI TR-03111 §5.2.1, RFC 9215 §2, RFC 9881 §2, TeleTrusT.
    private static let names: [ASN1ObjectIdentifier: String] = [
        [2, 16, 840, 1, 101, 3, 4, 2, 4]: "SHA-224", [2, 16, 840, 1, 101, 3, 4, 2, 5]: "SHA-512/224",
        [2, 16, 840, 1, 101, 3, 4, 2, 6]: "SHA-512/256", [2, 16, 840, 1, 101, 3, 4, 2, 7]: "SHA3-224",
        .Hash.sha3_256: "SHA3-256", .Hash.sha3_384: "SHA3-384", .Hash.sha3_512: "SHA3-512",
        [2, 16, 840, 1, 101, 3, 4, 2, 11]: "SHAKE128", [2, 16, 840, 1, 101, 3, 4, 2, 12]: "SHAKE256",
        [2, 16, 840, 1, 101, 3, 4, 2, 17]: "SHAKE128", [2, 16, 840, 1, 101, 3, 4, 2, 18]: "SHAKE256",
        [1, 3, 36, 3, 2, 1]: "RIPEMD-160", [1, 2, 156, 10197, 1, 401]: "SM3",
        [1, 2, 643, 7, 1, 1, 2, 2]: "Streebog-256", [1, 2, 643, 7, 1, 1, 2, 3]: "Streebog-512",

        [1, 2, 840, 113_549, 1, 1, 14]: "RSA with SHA-224", [1, 2, 840, 113_549, 1, 1, 15]: "RSA with SHA-512/224",
        [1, 2, 840, 113_549, 1, 1, 16]: "RSA with SHA-512/256", [1, 3, 36, 3, 3, 1, 2]: "RSA with RIPEMD-160",
        [2, 16, 840, 1, 101, 3, 4, 3, 13]: "RSA with SHA3-224", [2, 16, 840, 1, 101, 3, 4, 3, 14]: "RSA with SHA3-256",
        [2, 16, 840, 1, 101, 3, 4, 3, 15]: "RSA with SHA3-384", [2, 16, 840, 1, 101, 3, 4, 3, 16]: "RSA with SHA3-512",
        [1, 3, 6, 1, 5, 5, 7, 6, 30]: "RSA-PSS with SHAKE128", [1, 3, 6, 1, 5, 5, 7, 6, 31]: "RSA-PSS with SHAKE256",

        [1, 2, 840, 10_045, 4, 3, 1]: "ECDSA with SHA-224", [2, 16, 840, 1, 101, 3, 4, 3, 9]: "ECDSA with SHA3-224",
        [2, 16, 840, 1, 101, 3, 4, 3, 10]: "ECDSA with SHA3-256",
        [2, 16, 840, 1, 101, 3, 4, 3, 11]: "ECDSA with SHA3-384",
        [2, 16, 840, 1, 101, 3, 4, 3, 12]: "ECDSA with SHA3-512", [1, 3, 6, 1, 5, 5, 7, 6, 32]: "ECDSA with SHAKE128",
        [1, 3, 6, 1, 5, 5, 7, 6, 33]: "ECDSA with SHAKE256",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 2]: "ECDSA with SHA-224",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 6]: "ECDSA with RIPEMD-160",

        [1, 2, 840, 10_040, 4, 1]: "DSA", [2, 16, 840, 1, 101, 3, 4, 3, 1]: "DSA with SHA-224",
        [2, 16, 840, 1, 101, 3, 4, 3, 2]: "DSA with SHA-256", [2, 16, 840, 1, 101, 3, 4, 3, 3]: "DSA with SHA-384",
        [2, 16, 840, 1, 101, 3, 4, 3, 4]: "DSA with SHA-512",
        [1, 3, 101, 113]: "Ed448", [2, 16, 840, 1, 101, 3, 4, 3, 17]: "ML-DSA-44",
        [2, 16, 840, 1, 101, 3, 4, 3, 18]: "ML-DSA-65", [2, 16, 840, 1, 101, 3, 4, 3, 19]: "ML-DSA-87",
        [1, 2, 156, 10197, 1, 501]: "SM2 with SM3",
        [1, 2, 643, 7, 1, 1, 1, 1]: "GOST R 34.10-2012", [1, 2, 643, 7, 1, 1, 1, 2]: "GOST R 34.10-2012",
        [1, 2, 643, 7, 1, 1, 3, 2]: "GOST R 34.10-2012", [1, 2, 643, 7, 1, 1, 3, 3]: "GOST R 34.10-2012",
    ]

    // RFC 5639 §4.1, SEC 2 §A.2, ANSSI (JORF 241 of 2011), GB/T 32918.
    private static let curves: [ASN1ObjectIdentifier: String] = {
        var curves: [ASN1ObjectIdentifier: String] = [
            [1, 2, 840, 10_045, 3, 1, 1]: "P-192", [1, 3, 132, 0, 33]: "P-224", [1, 3, 132, 0, 10]: "secp256k1",
            [1, 2, 250, 1, 223, 101, 256, 1]: "FRP256v1", [1, 2, 156, 10197, 1, 301]: "SM2",
        ]
        for (index, bits) in [160, 192, 224, 256, 320, 384, 512].enumerated() {
            let number = UInt(2 * index + 1)
            // P256r1, P384r1 and P512r1 are supported, but named where a point is not on its curve.
            curves[[1, 3, 36, 3, 3, 2, 8, 1, 1, number]] = "brainpoolP\(bits)r1"
            curves[[1, 3, 36, 3, 3, 2, 8, 1, 1, number + 1]] = "brainpoolP\(bits)t1"
        }
        return curves
    }()
}
