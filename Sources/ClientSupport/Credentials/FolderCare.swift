import Foundation

/// Protects a folder of people's documents and secrets.
///
/// On Apple's systems, the folder is excluded from backups: nobody consented to copies elsewhere, and the keys never
/// leave the device. It is readable after the first unlock, so that a background sync works while the device is locked.
/// On other systems, only permissions protect the folder.
package struct FolderCare: Sendable {
    package var apply: @Sendable (URL) throws -> Void

    package init(apply: @escaping @Sendable (URL) throws -> Void) {
        self.apply = apply
    }

    package static let system = FolderCare { folder in
        #if canImport(Darwin)
            var folder = folder
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try folder.setResourceValues(values)
        #endif
        #if canImport(UIKit)
            // Items created in the folder inherit its protection class.
            try FileManager.default.setAttributes(
                [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
        #endif
    }
}
