import Foundation

/// Signs with a device's own key, wherever it is kept.
public protocol DeviceSigner: Sendable {
    /// An uncompressed point on P-256, 65 bytes (ANSI X9.63).
    var publicKey: Data { get }

    /// Returns the ECDSA signature with SHA-256 over `data`: r and s, 64 bytes.
    func signature(for data: Data) async throws -> Data
}

/// Signs decided events as the device that records them. Events with evidence get the device's key and signature, and
/// every event is linked to the new hash of the one before.
///
/// - Parameter events: the events in the order in which ``decide(_:_:_:)-(Command,_,_)`` returned them
/// - Throws: the signer's errors and ``HistoryError/unwritable(sequence:reason:)``
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
    /// Verifies the signature of every event that a device recorded.
    ///
    /// Does not check whose device it is: ``deviceKeys`` lists the keys.
    ///
    /// - Parameter sequence: the number of the first event to check; earlier ones are trusted
    /// - Throws: ``HistoryError/wrongDeviceSignature(sequence:)`` naming the first event with a missing or wrong
    ///   signature; ``HistoryError/impossible(sequence:reason:)`` for evidence beyond the limits
    public func verifyDeviceSignatures(from sequence: Int = 1) throws(HistoryError) {
        for event in events.dropFirst(max(0, sequence - 1)) {
            guard let evidence = event.device else { continue }
            guard evidence.isWithinLimits else {
                throw .impossible(sequence: event.sequence, reason: "its device evidence is beyond the limits")
            }
            guard evidence.isSigned(try event.deviceSignedBytes()) else {
                throw .wrongDeviceSignature(sequence: event.sequence)
            }
        }
    }

    /// The public keys of the devices that recorded events, without repetition, in order of appearance.
    public var deviceKeys: [Data] {
        var seen: Set<Data> = []
        return events.compactMap(\.device?.publicKey).filter { seen.insert($0).inserted }
    }
}
