#if os(Linux)
    import Foundation
    import Glibc

    /// A file without a directory entry. It disappears when its last descriptor is closed, even if the process is
    /// killed.
    struct NamelessFile {
        struct Failure: Error, Equatable {
            let reason: String
        }

        /// The descriptor, open for reading and writing; only this user may open it.
        let handle: FileHandle

        /// - Parameters:
        ///   - directory: a directory on the file system that holds the file
        ///   - bytes: the initial contents
        init(in directory: URL, holding bytes: Data = Data()) throws(Failure) {
            // The file has a name only while it is empty.
            let file = directory.appendingPathComponent("countersign-\(UUID().uuidString.lowercased())")
            let descriptor = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
            unlink(file.path)
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: bytes)
                try handle.seek(toOffset: 0)
            } catch {
                throw Failure(reason: "it could not be written")
            }
        }

        /// Whether a directory's file system takes some more bytes. If not, what a program has written there is
        /// incomplete.
        static func hasRoom(in directory: URL) -> Bool {
            (try? NamelessFile(in: directory, holding: Data(repeating: 1, count: 1 << 16))) != nil
        }

        /// Returns the contents from the beginning.
        ///
        /// - Parameter limit: the most bytes to read; `nil` for all
        func contents(limit: Int? = nil) throws -> Data {
            try handle.seek(toOffset: 0)
            guard let limit else { return try handle.readToEnd() ?? Data() }
            return try handle.read(upToCount: limit) ?? Data()
        }
    }
#endif
