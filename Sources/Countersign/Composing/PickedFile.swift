import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// A file or folder that a person may have picked outside the app's own folders. The app has access only while it asks
/// for it. The file may not be on the device yet, and another program may be using it.
enum PickedFile {
    /// Reads with access granted, while no other program writes.
    ///
    /// - Parameter body: gets the URL to read from, which may differ from `url`
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

    /// Access to what a person picked. Has no effect on the app's own files, which need no grant.
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

        /// Ends the access. Call once for each successful start, because the system counts.
        func end() {
            #if canImport(Darwin)
                if isGiven { url.stopAccessingSecurityScopedResource() }
            #endif
        }
    }
}
