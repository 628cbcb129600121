#if os(Linux)
    import Dispatch
    import Foundation
    import Glibc
    import Synchronization

    /// What a program may use.
    public struct ProgramLimits: Sendable, Hashable {
        /// Seconds on the clock, after which the program is killed.
        public var seconds: Double
        /// Seconds of processor time.
        public var cpuSeconds: Int
        /// Bytes of address space.
        public var addressSpace: Int
        /// Bytes that any one file it writes may have, its output included.
        public var outputBytes: Int

        public init(
            seconds: Double = 20, cpuSeconds: Int = 15, addressSpace: Int = 1 << 30, outputBytes: Int = 64 << 20
        ) {
            self.seconds = seconds
            self.cpuSeconds = cpuSeconds
            self.addressSpace = addressSpace
            self.outputBytes = outputBytes
        }
    }

    /// One run of a program under limits, started without a shell.
    ///
    /// `prlimit` (util-linux) sets the limits and then becomes the program. Input, output and complaints are files, which
    /// cannot block as a full pipe can, and whose size the kernel bounds; they have no names, so that none is left
    /// however this ends.
    struct LimitedProgram: Sendable {
        static let prlimit = "/usr/bin/prlimit"

        enum Failure: Error, Equatable {
            case notStarted(reason: String)
            case timedOut
            case failed(complaint: String)
        }

        let path: String
        let arguments: [String]
        let limits: ProgramLimits
        /// Where the files lie.
        let directory: URL
        /// What the program reads from its standard input, ``input``.
        var bytes = Data()

        /// The path of the standard input, for programs that open a file.
        static let input = "/dev/stdin"

        /// What the program wrote to its standard output.
        ///
        /// - Throws: ``Failure``, or `CancellationError` after the task was cancelled and the program killed.
        func output() async throws -> Data {
            let input: NamelessFile
            let output: NamelessFile
            let complaint: NamelessFile
            do throws(NamelessFile.Failure) {
                input = try NamelessFile(in: directory, holding: bytes)
                output = try NamelessFile(in: directory)
                complaint = try NamelessFile(in: directory)
            } catch {
                throw Failure.notStarted(reason: "no file for it could be made in \(directory.path): \(error.reason)")
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.prlimit)
            process.arguments =
                [
                    "--cpu=\(limits.cpuSeconds)", "--as=\(limits.addressSpace)", "--fsize=\(limits.outputBytes)",
                    "--core=0", path,
                ] + arguments
            process.currentDirectoryURL = URL(fileURLWithPath: "/", isDirectory: true)
            process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"]
            process.standardInput = input.handle
            process.standardOutput = output.handle
            process.standardError = complaint.handle

            let status = try await RunningProgram(process).finish(within: limits.seconds)
            try Task.checkCancellation()
            switch status {
            case .timedOut: throw Failure.timedOut
            case .ended(let isSuccess):
                guard isSuccess else { throw Failure.failed(complaint: Self.firstLine(of: complaint)) }
                do {
                    return try output.contents()
                } catch {
                    throw Failure.notStarted(reason: "its output could not be read")
                }
            }
        }

        /// The first line of what a program complained about, at most 300 characters of it.
        private static func firstLine(of file: NamelessFile) -> String {
            let start = (try? file.contents(limit: 4096)) ?? Data()
            let text = String(decoding: start, as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            let plain = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
            return String(String.UnicodeScalarView(plain.prefix(300)))
        }
    }

    /// A started process that ends once: by itself, by the clock or by cancellation.
    private final class RunningProgram: Sendable {
        enum Status {
            case ended(isSuccess: Bool)
            case timedOut
        }

        private struct State {
            var hasEnded = false
            var isToBeKilled = false
            var hasTimedOut = false
            var processID: pid_t?
        }

        private let process: Process
        private let state = Mutex(State())

        init(_ process: Process) {
            self.process = process
        }

        func finish(within seconds: Double) async throws -> Status {
            // A queue's clock, not a task's: it must go off however busy the tasks' threads are.
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in kill(becauseOfTime: true) }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    start(continuation)
                }
            } onCancel: {
                kill(becauseOfTime: false)
            }
        }

        private func start(_ continuation: CheckedContinuation<Status, any Error>) {
            process.terminationHandler = { [self] ended in
                let hasTimedOut = state.withLock { state in
                    state.hasEnded = true
                    return state.hasTimedOut
                }
                let isSuccess = ended.terminationReason == .exit && ended.terminationStatus == 0
                continuation.resume(returning: hasTimedOut ? .timedOut : .ended(isSuccess: isSuccess))
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: LimitedProgram.Failure.notStarted(reason: "it could not be started"))
                return
            }
            let processID = process.processIdentifier
            state.withLock { state in
                state.processID = processID
                if state.isToBeKilled, !state.hasEnded { _ = Glibc.kill(processID, SIGKILL) }
            }
        }

        private func kill(becauseOfTime: Bool) {
            state.withLock { state in
                guard !state.hasEnded else { return }
                if becauseOfTime { state.hasTimedOut = true }
                state.isToBeKilled = true
                if let processID = state.processID { _ = Glibc.kill(processID, SIGKILL) }
            }
        }
    }
#endif
