import Essentials
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Makes longer pieces of work, such as requests, take turns in this process and in all others that name the same file.
///
/// The file says who has the turn and until when, and its holder renews it. The file is locked only while it is read or
/// written, never while the work is done: iOS ends an app that it suspends with a lock on a file in a shared container
/// (0xdead10cc). The turn of a process that ended is free at once, that of a suspended one when it runs out. So two may
/// work at once after a suspension, and the work has to bear that.
package struct FileLease: Sendable {
    private let file: URL
    private let turns = Turns()
    /// Seconds for which a turn is taken, and after which that of a suspended process is free.
    private let life: TimeInterval
    /// How long to wait for another process, in seconds.
    private let patience: TimeInterval
    private let clock: DeviceClock

    package init(file: URL, life: TimeInterval = 20, patience: TimeInterval = 90, clock: DeviceClock = .system) {
        self.file = file
        self.life = life
        self.patience = patience
        self.clock = clock
    }

    /// Does a piece of work while nobody else does any.
    ///
    /// - Throws: ``ClientError/storage(reason:underlying:)`` if the file cannot be written, or another process keeps the turn for
    ///   too long; and what the work throws
    package func hold<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await turns.take { () async throws in
            let holder = UUID()
            try await take(holder)
            let renewal = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .seconds(life / 4))
                    if Task.isCancelled || (try? renewed(holder)) == false { return }
                }
            }
            defer {
                renewal.cancel()
                _ = try? changed { $0?.holder == holder ? .some(nil) : nil }
            }
            return try await work()
        }
    }

    private func take(_ holder: UUID) async throws {
        let end = ContinuousClock.now + .seconds(patience)
        var pause = 1
        while true {
            let isTaken = try changed { held in held.map { isFree($0) } != false ? .some(turn(of: holder)) : nil }
            if isTaken { return }
            guard ContinuousClock.now < end else {
                throw ClientError.storage(reason: "another process has the turn in \(file.path)")
            }
            // Nobody's cancellation may end the wait of others: the work belongs to all who asked for it.
            let wait = Task.detached { [pause] in try? await Task.sleep(for: .milliseconds(pause)) }
            await wait.value
            pause = min(2 * pause, 50)
        }
    }

    // MARK: The file

    /// Who has the turn. Times are milliseconds since the device started.
    private struct Turn: Codable {
        let holder: UUID
        let process: Int32
        let until: Int
    }

    /// The turn's record has always this many bytes, so that it can be written on a full disk.
    private static let size = 160

    private func turn(of holder: UUID) -> Turn {
        Turn(holder: holder, process: getpid(), until: clock.sinceBoot() + Int(life * 1000))
    }

    private func isFree(_ turn: Turn) -> Bool {
        let rest = turn.until - clock.sinceBoot()
        // A longer one was taken before the device was started again.
        guard rest > 0, rest <= Int(life * 1000) else { return true }
        return kill(turn.process, 0) != 0 && errno == ESRCH
    }

    private func renewed(_ holder: UUID) throws -> Bool {
        try changed { $0?.holder == holder ? .some(turn(of: holder)) : nil }
    }

    /// Writes what a decision returns in place of the turn that the file holds.
    ///
    /// - Parameter decide: gets the turn; returns `nil` to write nothing, `.some(nil)` to free it
    /// - Returns: whether something was written
    private func changed(_ decide: (Turn?) -> Turn??) throws -> Bool {
        do {
            let lock = try AdvisoryLock(file)
            try lock.take(.exclusive)
            defer { lock.release() }
            let held = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Turn.self, from: $0) }
            guard let wished = decide(held) else { return false }
            var bytes = try wished.map { try JSONEncoder().encode($0) } ?? Data()
            bytes.append(Data(repeating: UInt8(ascii: " "), count: max(0, Self.size - bytes.count)))
            let handle = try FileHandle(forUpdating: file)
            defer { try? handle.close() }
            try handle.write(contentsOf: bytes)
            return true
        } catch FileProblem.failed(let path, let reason) {
            throw ClientError.storage(reason: "\(path): \(reason)")
        } catch FileProblem.full(let path) {
            throw ClientError.storage(reason: "\(path) cannot be written: the disk is full")
        } catch {
            throw ClientError.storage(reason: "\(file.path) cannot be written")
        }
    }
}
