import Essentials
import Foundation

/// A sender's reservation: until it ends, only its holder changes the envelope, and no recipient fills in or signs.
public struct EditLock: Hashable, Sendable, Codable {
    /// Who holds it.
    public var by: Sender
    /// When it ends by itself.
    public var until: Date
    /// The number of seconds that it was taken for.
    public var seconds: Int
    /// The program that took it, as it calls itself.
    public var app: String?
    /// The hash of the secret that its holder shows.
    public var token: BlobHash

    /// - Parameter date: when it was taken
    public init(by sender: Sender, at date: Date, seconds: Int, app: String? = nil, token: BlobHash) {
        by = sender
        until = Timestamp.quantized(date.addingTimeInterval(Double(seconds)))
        self.seconds = seconds
        self.app = app
        self.token = token
    }

    /// The times that it may be taken for, in seconds.
    public static let times = 60...600
}

extension Envelope {
    /// The lock in force at a time. One whose time is over is none.
    public func lock(at date: Date) -> EditLock? { lock.flatMap { date < $0.until ? $0 : nil } }
}
