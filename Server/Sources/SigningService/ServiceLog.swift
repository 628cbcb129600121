import Foundation
import Logging

/// The service's log: lines on standard error, so that standard output stays for what was asked for.
///
/// It holds routes, statuses, durations and trace tokens; no names, addresses, documents or secrets.
public enum ServiceLog {
    /// - Parameter level: what is logged when the environment's LOG_LEVEL says nothing.
    public static func logger(level: Logger.Level = .notice) -> Logger {
        var logger = Logger(label: "countersign") { StreamLogHandler.standardError(label: $0) }
        let fromEnvironment = ProcessInfo.processInfo.environment["LOG_LEVEL"]
            .flatMap { Logger.Level(rawValue: $0.lowercased()) }
        logger.logLevel = fromEnvironment ?? level
        return logger
    }
}
