#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Flushes written data to the disk.
package enum DiskSync {
    /// - Returns: whether everything written to the file or folder is on the disk; if not, `errno` has the reason
    package static func isDone(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // On Apple systems, fsync(2) only hands the data to the drive, which may keep it in its own cache. A file
            // system without F_FULLFSYNC, such as a network one, gets fsync(2).
            var result: Int32
            repeat { result = fcntl(descriptor, F_FULLFSYNC) } while result == -1 && errno == EINTR
            if result != -1 { return true }
        #endif
        return fsync(descriptor) == 0
    }
}
