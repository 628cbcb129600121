import Foundation

/// A warning for operators about a file with a key or a token that every user of the machine can read or change.
enum SecretFileNotice {
    /// Returns a sentence for each such file. Files that are missing are left out.
    static func sentences(for files: [URL]) -> [String] {
        files.compactMap { file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o007 != 0 else {
                return nil
            }
            return "\(file.path) holds a secret, and every user of this machine can read or change it: chmod 600 it."
        }
    }
}
