#if os(Linux)
    import Foundation
    import Glibc

    /// A file that no folder lists: it is gone with whoever has it open, also when that process is killed.
    struct NamelessFile {
        struct Failure: Error, Equatable {
            let reason: String
        }

        /// Open for reading and writing, for this user only.
        let handle: FileHandle

        /// - Parameters:
        ///   - directory: on whose file system it lies.
        ///   - bytes: what it holds at first.
        init(in directory: URL, holding bytes: Data = Data()) throws(Failure) {
            // It has a name only for as long as nothing stands in it.
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

        /// From its beginning.
        ///
        /// - Parameter limit: the most bytes to read; nil for all.
        func contents(limit: Int? = nil) throws -> Data {
            try handle.seek(toOffset: 0)
            guard let limit else { return try handle.readToEnd() ?? Data() }
            return try handle.read(upToCount: limit) ?? Data()
        }
    }
#endif
