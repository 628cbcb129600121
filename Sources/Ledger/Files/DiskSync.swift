#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Waits until the disk has what was written.
public enum DiskSync {
    /// - Returns: whether the disk has everything that was written to the file or folder; if not, `errno` says why.
    public static func isDone(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // fsync(2) hands everything to the drive there, which may keep it in a cache of its own. A file system that
            // knows no F_FULLFSYNC, such as one on the network, gets what it knows.
            var result: Int32
            repeat { result = fcntl(descriptor, F_FULLFSYNC) } while result == -1 && errno == EINTR
            if result != -1 { return true }
        #endif
        return fsync(descriptor) == 0
    }
}
