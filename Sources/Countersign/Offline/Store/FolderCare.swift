import Envelopes
import Foundation

/// How a folder of people's documents and secrets is kept.
///
/// On Apple's systems: out of backups, since a copy of the documents elsewhere is nobody's consent and the keys that go
/// with them never leave the device; and readable from the first unlock after a start, so that a sync in the background
/// finds it while the device is locked. Elsewhere the folder's permissions are all there is.
struct FolderCare: Sendable {
    var apply: @Sendable (URL) throws -> Void

    static let system = FolderCare { folder in
        #if canImport(Darwin)
            var folder = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try folder.setResourceValues(values)
        #endif
        #if canImport(UIKit)
            // What is made in the folder afterwards takes over its class.
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
        #endif
    }
}
