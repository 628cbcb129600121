import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A clock that nobody can set: the time since the device started. The values do not leave the device; see
/// ``ServerTimes``.
package struct DeviceClock: Sendable {
    /// Returns the milliseconds since the device started, including sleep.
    package var sinceBoot: @Sendable () -> Int
    /// Returns the system's identifier for this start; `nil` if it has none.
    package var boot: @Sendable () -> String?

    package init(sinceBoot: @escaping @Sendable () -> Int, boot: @escaping @Sendable () -> String?) {
        self.sinceBoot = sinceBoot
        self.boot = boot
    }

    /// The operating system's clock.
    package static let system = DeviceClock(sinceBoot: systemMilliseconds, boot: systemBoot)

    private static func systemMilliseconds() -> Int {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        #else
            clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    private static func systemBoot() -> String? {
        #if canImport(Darwin)
            var text = [CChar](repeating: 0, count: 64)
            var size = text.count
            guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return nil }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #else
            guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else {
                return nil
            }
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        #endif
    }
}
