import SwiftASN1

/// A curve y² = x³ + ax + b over a prime field, with a generator of prime order and cofactor 1 (RFC 5639 §2).
struct BrainpoolCurve: Sendable {
    let name: String
    let oid: ASN1ObjectIdentifier
    /// The length in bytes of a coordinate, and of a number below the order.
    let length: Int
    let field: MontgomeryField
    let scalars: MontgomeryField
    let a: MontgomeryField.Element
    let b: MontgomeryField.Element
    let generator: BrainpoolPoint
    /// The order, big-endian.
    let order: [UInt8]

    static let all = [p256, p384, p512]

    /// brainpoolP256r1 (RFC 5639 §3.4).
    static let p256 = BrainpoolCurve(
        name: "brainpoolP256r1", oid: [1, 3, 36, 3, 3, 2, 8, 1, 1, 7],
        prime: "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        a: "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        generator: (
            "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
            "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997"
        ),
        order: "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7")
    /// brainpoolP384r1 (RFC 5639 §3.6).
    static let p384 = BrainpoolCurve(
        name: "brainpoolP384r1", oid: [1, 3, 36, 3, 3, 2, 8, 1, 1, 11],
        prime: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123"
            + "acd3a729901d1a71874700133107ec53",
        a: "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f"
            + "8aa5814a503ad4eb04a8c7dd22ce2826",
        b: "04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d5"
            + "7cb4390295dbc9943ab78696fa504c11",
        generator: (
            "1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8"
                + "e826e03436d646aaef87b2e247d4af1e",
            "8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff9912928"
                + "0e4646217791811142820341263c5315"
        ),
        order: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7"
            + "cf3ab6af6b7fc3103b883202e9046565")
    /// brainpoolP512r1 (RFC 5639 §3.7).
    static let p512 = BrainpoolCurve(
        name: "brainpoolP512r1", oid: [1, 3, 36, 3, 3, 2, 8, 1, 1, 13],
        prime: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330871"
            + "7d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
        a: "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc"
            + "2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
        b: "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a7"
            + "2bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723",
        generator: (
            "81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098e"
                + "ff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822",
            "7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111"
                + "b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892"
        ),
        order: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870"
            + "553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069")

    private init(
        name: String, oid: ASN1ObjectIdentifier, prime: String, a: String, b: String, generator: (String, String),
        order: String
    ) {
        self.name = name
        self.oid = oid
        self.order = Self.bytes(order)
        length = self.order.count
        // The constants are odd numbers, so these exist.
        guard let field = MontgomeryField(modulus: Self.bytes(prime)),
            let scalars = MontgomeryField(modulus: self.order), let a = field.element(Self.bytes(a)),
            let b = field.element(Self.bytes(b)), let x = field.element(Self.bytes(generator.0)),
            let y = field.element(Self.bytes(generator.1))
        else { preconditionFailure("a curve's constants are wrong") }
        (self.field, self.scalars, self.a, self.b) = (field, scalars, a, b)
        self.generator = BrainpoolPoint(x: x, y: y, z: field.one)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Returns the point with these big-endian coordinates, or `nil` if it is not on the curve.
    func point(x: [UInt8], y: [UInt8]) -> BrainpoolPoint? {
        guard x.count == length, y.count == length, let x = field.element(x), let y = field.element(y) else {
            return nil
        }
        let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
        return field.product(y, y) == right ? BrainpoolPoint(x: x, y: y, z: field.one) : nil
    }
}
