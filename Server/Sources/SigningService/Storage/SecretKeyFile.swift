import Essentials
import Foundation
import Ledger

/// The file with the operator's key for secrets in the database: 32 random bytes in base64, on one line.
public enum SecretKeyFile {
    /// Returns the box of a data directory. The directory's own file is created on first use; one that the operator
    /// names has to exist.
    ///
    /// - Parameter file: the operator's file; `nil` for the directory's own
    /// - Throws: ``StorageError/file(path:reason:)`` for a file that is missing or holds no key
    public static func box(in directory: DataDirectory, file: URL?) throws -> KeyedSecretBox {
        guard let file else {
            return try directory.exclusively {
                let own = directory.secretKey
                if !FileManager.default.fileExists(atPath: own.path) {
                    let text = KeyedSecretBox.newKey().base64EncodedString() + "\n"
                    try StoreFiles.write(Data(text.utf8), to: own)
                }
                return try box(own)
            }
        }
        return try box(file)
    }

    private static func box(_ file: URL) throws(StorageError) -> KeyedSecretBox {
        guard let bytes = FileManager.default.contents(atPath: file.path) else {
            throw .file(path: file.path, reason: "there is no readable file with the key for secrets")
        }
        let text = String(decoding: bytes.prefix(200), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let key = Data(base64Encoded: text), let box = KeyedSecretBox(key: key) else {
            throw .file(
                path: file.path,
                reason: "this is no key for secrets: \(KeyedSecretBox.keySize) bytes in base64, as openssl rand "
                    + "-base64 \(KeyedSecretBox.keySize) prints them")
        }
        return box
    }
}
