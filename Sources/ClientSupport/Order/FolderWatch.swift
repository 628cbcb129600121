import DescribedErrors
import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tells that files in a folder were replaced, made or removed, by this process or by another.
///
/// On Linux by inotify(7), elsewhere by events of the folder's vnode. It ends with its last reference.
package final class FolderWatch: Sendable {
    /// Only cancelled, which any thread may do.
    private nonisolated(unsafe) let source: any DispatchSourceProtocol

    /// - Parameter changed: called on a queue of the watch's own, once for changes that come together
    /// - Throws: ``ClientError/storage(reason:underlying:)`` if the folder cannot be watched
    package init(_ folder: URL, changed: @escaping @Sendable () -> Void) throws(ClientError) {
        let queue = DispatchQueue(label: "countersign.folder-watch")
        #if canImport(Darwin)
            let descriptor = open(folder.path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(folder) }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: .write, queue: queue)
            source.setEventHandler { changed() }
        #else
            let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard descriptor >= 0 else { throw Self.failure(folder) }
            // Files are written elsewhere and moved into place.
            guard inotify_add_watch(descriptor, folder.path, UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)) >= 0 else {
                let error = Self.failure(folder)
                close(descriptor)
                throw error
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 4096)
                // What the events say does not matter, but unread ones would come again.
                while read(descriptor, &buffer, buffer.count) > 0 {}
                changed()
            }
        #endif
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = source
    }

    deinit { source.cancel() }

    private static func failure(_ folder: URL) -> ClientError {
        let number = errno
        return .storage(
            reason: "\(folder.path): \(String(cString: strerror(number)))", underlying: UnderlyingError(errno: number))
    }
}
