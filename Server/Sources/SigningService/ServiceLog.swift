import Foundation
import Logging

/// The service's log: lines on standard error, so that standard output holds only results.
///
/// It contains routes, statuses, durations, and trace tokens, but no names, addresses, documents, or secrets.
public enum ServiceLog {
    /// - Parameter level: the level if the environment has no LOG_LEVEL
    public static func logger(level: Logger.Level = .notice) -> Logger {
        var logger = Logger(label: "countersign") { StreamLogHandler.standardError(label: $0) }
        let fromEnvironment = ProcessInfo.processInfo.environment["LOG_LEVEL"]
            .flatMap { Logger.Level(rawValue: $0.lowercased()) }
        logger.logLevel = fromEnvironment ?? level
        return logger
    }

    /// Writes down a failure of the service.
    ///
    /// - Parameter trace: names the call in its answer; `nil` for a failure that no answer names
    static func report(_ error: any Error, _ trace: String?, to logger: Logger) {
        logger.error(
            "A request failed",
            metadata: ["error": "\(error)", "kind": "\(type(of: error))", "trace": "\(trace ?? "")"])
    }
}
