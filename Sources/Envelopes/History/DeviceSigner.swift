import Foundation

/// A device's own key, wherever it is kept.
public protocol DeviceSigner: Sendable {
    /// An uncompressed point on P-256, 65 bytes (ANSI X9.63).
    var publicKey: Data { get }

    /// The ECDSA signature with SHA-256 over `data`: r and s, 64 bytes.
    func signature(for data: Data) async throws -> Data
}

/// Decided events as the device records them: those with evidence get the device's key and signature, and each names
/// the hash that the one before it has now.
///
/// - Parameter events: in order, as ``decide(_:_:_:)-(Command,_,_)`` gave them.
/// - Throws: what the signer finds wrong, and ``HistoryError/unwritable(sequence:reason:)``.
public func signed(_ events: [Event], by signer: any DeviceSigner) async throws -> [Event] {
    var signed: [Event] = []
    signed.reserveCapacity(events.count)
    for event in events {
        let previous = signed.last?.hash ?? event.previousHash
        guard var evidence = event.device else {
            signed.append(try event.recorded(evidence: nil, after: previous))
            continue
        }
        evidence.publicKey = signer.publicKey
        evidence.signature = nil
        let unsigned = try event.recorded(evidence: evidence, after: previous)
        evidence.signature = try await signer.signature(for: try unsigned.deviceSignedBytes())
        signed.append(try event.recorded(evidence: evidence, after: previous))
    }
    return signed
}

extension History {
    /// Goes over every event that a device recorded.
    ///
    /// Says nothing about whose device it is: ``deviceKeys`` names the keys.
    ///
    /// - Parameter sequence: the first event to look at; those before it are taken as known.
    /// - Throws: ``HistoryError/wrongDeviceSignature(sequence:)`` naming the first event whose signature is missing or
    ///   not its key's, and ``HistoryError/impossible(sequence:reason:)`` for evidence beyond all limits.
    public func verifyDeviceSignatures(from sequence: Int = 1) throws(HistoryError) {
        for event in events.dropFirst(max(0, sequence - 1)) {
            guard let evidence = event.device else { continue }
            guard evidence.isWithinLimits else {
                throw .impossible(sequence: event.sequence, reason: "a device says more than is kept")
            }
            guard evidence.isSigned(try event.deviceSignedBytes()) else {
                throw .wrongDeviceSignature(sequence: event.sequence)
            }
        }
    }

    /// The keys under which devices recorded events, each once, in the order in which they appear.
    public var deviceKeys: [Data] {
        var seen: Set<Data> = []
        return events.compactMap(\.device?.publicKey).filter { seen.insert($0).inserted }
    }
}
