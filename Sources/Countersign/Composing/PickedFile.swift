#if canImport(Darwin)
    import Darwin
#endif
import Foundation

/// A file or folder that a person may have picked: outside of the app's own folders, where an app is let in only while it
/// asks to be, perhaps not on the device yet, and perhaps with another program at it.
enum PickedFile {
    /// Reads with leave, while nobody writes.
    ///
    /// - Parameter body: gets the address to read at, which may be another one.
    static func read<Value>(_ url: URL, _ body: (URL) throws -> Value) throws -> Value {
        let access = Access(url)
        defer { access.end() }
        #if canImport(Darwin)
            var failure: NSError?
            var result: Result<Value, any Error>?
            NSFileCoordinator(filePresenter: nil).coordinate(
                readingItemAt: url, options: .withoutChanges, error: &failure
            ) { url in
                result = Result { try body(url) }
            }
            guard let result else { throw failure ?? CocoaError(.fileReadUnknown) }
            return try result.get()
        #else
            return try body(url)
        #endif
    }

    /// Leave to use what a person picked; without effect on the app's own files, which need none.
    struct Access {
        private let url: URL
        private let isGiven: Bool

        init(_ url: URL) {
            self.url = url
            #if canImport(Darwin)
                isGiven = url.startAccessingSecurityScopedResource()
            #else
                isGiven = false
            #endif
        }

        /// Called once, as often as leave was asked for: the system counts.
        func end() {
            #if canImport(Darwin)
                if isGiven { url.stopAccessingSecurityScopedResource() }
            #endif
        }
    }
}
