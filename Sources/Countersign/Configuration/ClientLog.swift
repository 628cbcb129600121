import Foundation

extension CountersignConfiguration {
    /// How much is written to the log.
    public enum LoggingLevel: Int, Sendable, Hashable, Comparable, CaseIterable {
        case off = 0
        case error = 1
        case warning = 2
        case debug = 3

        /// Whether `left` writes less to the log than `right`.
        public static func < (left: CountersignConfiguration.LoggingLevel, right: CountersignConfiguration.LoggingLevel)
            -> Bool
        { left.rawValue < right.rawValue }
    }
}

/// Writes log lines for an app's developer. A line contains no person's name and no secret.
struct ClientLog: Sendable {
    let level: CountersignConfiguration.LoggingLevel
    let write: @Sendable (CountersignConfiguration.LoggingLevel, String) -> Void

    func callAsFunction(_ level: CountersignConfiguration.LoggingLevel, _ line: @autoclosure () -> String) {
        guard level != .off, level <= self.level else { return }
        write(level, line())
    }

    static let toStandardError: @Sendable (CountersignConfiguration.LoggingLevel, String) -> Void = { level, line in
        try? FileHandle.standardError.write(contentsOf: Data("Countersign: \(level): \(line)\n".utf8))
    }
}
