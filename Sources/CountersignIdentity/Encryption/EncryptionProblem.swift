/// Why a value could not be encrypted or decrypted.
public enum EncryptionProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nobody is signed in, so there is no key.
    case noUser
    /// The text is not a value that this library encrypted.
    case notEncrypted
    /// The value was encrypted by a later version of the library.
    case unknownVersion
    /// The value was encrypted with a key that this device does not have.
    case otherKey
    /// The value was changed, or belongs to another field, user or app.
    case damaged
    /// The passphrase for a recovery export is too short.
    case weakPassphrase(shortest: Int)
    /// The passphrase does not open the recovery export, or the export was changed or belongs to another user.
    case wrongPassphrase

    /// One sentence for a person, without the value.
    public var description: String {
        switch self {
        case .noUser: "Nobody is signed in, so there is no key."
        case .notEncrypted: "The text is not an encrypted value."
        case .unknownVersion: "The value was encrypted by a later version of the app."
        case .otherKey: "The value was encrypted with a key that this device does not have."
        case .damaged: "The encrypted value was changed, or belongs to another field or user."
        case .weakPassphrase(let shortest): "The passphrase needs at least \(shortest) characters."
        case .wrongPassphrase: "The passphrase does not open this recovery export."
        }
    }
}
