import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The clock that nobody sets: time since the device started. Neither number nor name leaves the device; see
/// ``ServerTimes``.
package struct DeviceClock: Sendable {
    /// Milliseconds since the device started, time asleep included.
    package var sinceBoot: @Sendable () -> Int
    /// The system's name for this start; nil where it has none.
    package var boot: @Sendable () -> String?

    package init(sinceBoot: @escaping @Sendable () -> Int, boot: @escaping @Sendable () -> String?) {
        self.sinceBoot = sinceBoot
        self.boot = boot
    }

    /// The system's own.
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
