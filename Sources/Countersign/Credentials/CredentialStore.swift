import Foundation

/// Keeps secrets on this device: tokens, keys. Names are of letters, digits, full stops and hyphens, at most 128.
public protocol CredentialStore: Sendable {
    /// The secret of this name; nil when there is none.
    ///
    /// - Throws: ``CountersignError/credentials(reason:)``, as the others do.
    func secret(named name: String) async throws(CountersignError) -> Data?
    /// Keeps a secret in the place of whatever had its name.
    func keep(_ secret: Data, named name: String) async throws(CountersignError)
    /// Forgets a secret; one that is not there is forgotten already.
    func remove(named name: String) async throws(CountersignError)
}

enum CredentialName {
    /// - Throws: ``CountersignError/credentials(reason:)`` for a name that could mean anything but itself.
    static func check(_ name: String) throws(CountersignError) {
        let allowed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard allowed, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 128 else {
            throw .credentials(reason: "a secret's name may hold letters, digits, full stops and hyphens")
        }
    }
}
