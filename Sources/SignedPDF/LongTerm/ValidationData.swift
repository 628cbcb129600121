import X509

/// The data that a signature's validation needs besides the signature: certificates and revocation information, in DER.
struct ValidationData: Sendable, Hashable {
    private(set) var certificates: [[UInt8]] = []
    private(set) var responses: [[UInt8]] = []
    private(set) var lists: [[UInt8]] = []

    var isEmpty: Bool { certificates.isEmpty && responses.isEmpty && lists.isEmpty }

    mutating func add(_ certificate: Certificate) {
        guard let bytes = try? DERBytes.of(certificate) else { return }
        Self.add(bytes, to: &certificates)
    }

    mutating func add(response: [UInt8]) { Self.add(response, to: &responses) }
    mutating func add(list: [UInt8]) { Self.add(list, to: &lists) }

    mutating func formUnion(_ other: ValidationData) {
        for bytes in other.certificates { Self.add(bytes, to: &certificates) }
        for bytes in other.responses { Self.add(bytes, to: &responses) }
        for bytes in other.lists { Self.add(bytes, to: &lists) }
    }

    private static func add(_ bytes: [UInt8], to list: inout [[UInt8]]) {
        if !list.contains(bytes) { list.append(bytes) }
    }
}
