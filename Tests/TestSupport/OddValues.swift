import Foundation

/// Values at the limits of what programs count with, for every border that takes values from outside.
package enum OddValues {
    package static let numbers = [
        "-9223372036854775808", "-9223372036854775807", "9223372036854775807", "9223372036854775808",
        "18446744073709551616", "9007199254740991", "-9007199254740992", "4294967296", "-2147483649", "65536", "0",
        "-1", "-0", "1e308", "-1e308", "1e-320", "NaN", "-Infinity", "0x7fffffff", "1_000", "٣", "0.5",
        "99999999999999999999999999999999",
    ]

    package static let dates = [
        "0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59-14:00",
        "99999-01-01", "-0001-01-01T00:00:00Z", "2026-02-30", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-12-31T23:59:60Z", "1/1/0001", "12/31/9999", "999.23:59:59", "9999.00:00:00", "253402300800000",
        "292277026596-12-04T15:30:07Z", "2026-01-01T00:00:00+99:99",
    ]

    package static let addresses = [
        "https://h.example:65536/", "https://h.example:0/", "https://h.example:-1/",
        "https://h.example:99999999999999999999/", "https://h.example:65535/", "https://h.example:/",
        "https://[]/", "https://[]:443/", "https://%5B%5D/", "https://[::1]:70000/", "https://[::ffff:1.2.3.4]:0/",
        "https://[v1.x]/", "https://[fe80::1%25eth0]/", "http+unix://%2Frun%2Fx/", "https://", "https:///x",
        "https://a@b@c:99999/", "https://user:99999@h.example/", "//h.example:99999/", "https://h.example:99999",
        "https://h.example:99999?x", "https://h.example:99999#x", "https://h\0.example/", "https://h.example:８０/",
        "https://\(String(repeating: "a", count: 300)).example/", "https://.:1/", "https://..../", "mailto:a@b.example",
        "javascript:alert(1)", "https://h.example/%00%ff", "https://1.2.3.4.:65537/",
    ]

    package static let texts = ["", "\0", "a\0b", "\u{FEFF}", "\u{202E}x", "%00", "..", "../..", "status"]

    /// Of how many values one is tried at a member. `ODD_VALUES=all` tries each, for some minutes.
    private static let step = ProcessInfo.processInfo.environment["ODD_VALUES"] == "all" ? 1 : 30

    /// Returns some of the values, beginning at one that depends on a number: members that are counted through see all
    /// values together.
    package static func some<Value>(of values: [Value], for number: Int) -> [Value] {
        values.enumerated().filter { $0.offset % step == number % step }.map(\.element)
    }

    package static let all = numbers + dates + addresses + texts

    /// The numbers that JSON can write as numbers.
    package static let plainNumbers: [any Sendable] = [
        Int.min, Int.max, UInt64.max, 1e308, -1e308, 1e19, 0.5, -1, 0, 9_007_199_254_740_992,
    ]
}
