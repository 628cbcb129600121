import Foundation

/// Stores secrets on this device: tokens and keys. Names consist of letters, digits, full stops and hyphens, at most
/// 128.
public protocol CredentialStore: Sendable {
    /// Returns the secret with this name; `nil` if there is none.
    ///
    /// - Throws: an error that says why the device could not return it, such as ``ClientError/credentials(reason:underlying:)``;
    ///   so do the other calls
    func secret(named name: String) async throws -> Data?
    /// Stores a secret, replacing any with the same name.
    func keep(_ secret: Data, named name: String) async throws
    /// Deletes a secret. Does nothing if there is none.
    func remove(named name: String) async throws
}

package enum CredentialName {
    /// - Throws: ``ClientError/credentials(reason:underlying:)`` for a name with other characters or of another length
    package static func check(_ name: String) throws(ClientError) {
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
