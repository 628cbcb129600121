#if os(Linux)
    import CSpawn
    import Dispatch
    import Foundation
    import Glibc
    import Locks

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
    /// `prlimit` (util-linux) sets the limits and then becomes the program, which ends with this process (`setpriv`). It
    /// inherits no other file: not the socket that a service listens on, nor anybody's connection. Input, output and complaints are files, which
    /// cannot block as a full pipe can, and whose size the kernel bounds; they have no names, so that none is left
    /// however this ends.
    struct LimitedProgram: Sendable {
        static let prlimit = "/usr/bin/prlimit"
        static let setpriv = "/usr/bin/setpriv"

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
            let running = RunningProgram()
            let status = try await running.finish(
                arguments: [
                    Self.setpriv, "--pdeathsig", "KILL", Self.prlimit, "--cpu=\(limits.cpuSeconds)",
                    "--as=\(limits.addressSpace)",
                    "--fsize=\(limits.outputBytes)", "--core=0", path,
                ] + arguments, files: [input, output, complaint], within: limits.seconds)
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
    ///
    /// `posix_spawn`, since Foundation's `Process` and what it holds are never freed once it has a handler for its end.
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

        private let state = Locked(State())

        /// - Parameters:
        ///   - arguments: The program's path, and what it is called with.
        ///   - files: Its input, output and complaints.
        func finish(arguments: [String], files: [NamelessFile], within seconds: Double) async throws -> Status {
            // A queue's clock, not a task's: it must go off however busy the tasks' threads are.
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in kill(becauseOfTime: true) }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    // One thread starts each program and waits for it; there are few. The program ends with the thread
                    // that started it, so that cannot be one of the tasks' threads.
                    Thread.detachNewThread { [self] in
                        continuation.resume(with: Result { try run(arguments, files) })
                    }
                }
            } onCancel: {
                kill(becauseOfTime: false)
            }
        }

        private func run(_ arguments: [String], _ files: [NamelessFile]) throws(LimitedProgram.Failure) -> Status {
            let processID = try Self.spawn(arguments, files)
            state.withLock { state in
                state.processID = processID
                if state.isToBeKilled { _ = Glibc.kill(processID, SIGKILL) }
            }
            return wait(for: processID)
        }

        private static func spawn(_ arguments: [String], _ files: [NamelessFile]) throws(LimitedProgram.Failure)
            -> pid_t
        {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for (number, file) in files.enumerated() {
                posix_spawn_file_actions_adddup2(&actions, file.handle.fileDescriptor, Int32(number))
            }
            posix_spawn_file_actions_addclosefrom_np(&actions, Int32(files.count))
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            // Signals that this process ignores or holds back are the program's to hear.
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            sigfillset(&signals)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
            let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent"]
            var words = (arguments.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
            defer { (words.0 + words.1).forEach { free($0) } }
            var processID: pid_t = 0
            let problem = posix_spawn(&processID, arguments[0], &actions, &attributes, &words.0, &words.1)
            guard problem == 0 else {
                throw .notStarted(reason: "it could not be started: \(String(cString: strerror(problem)))")
            }
            return processID
        }

        private func wait(for processID: pid_t) -> Status {
            var end = siginfo_t()
            // Still there while this looks, so that nobody kills another program that got its number.
            while waitid(P_PID, id_t(processID), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            return state.withLock { state in
                state.hasEnded = true
                var status: Int32 = -1
                while waitpid(processID, &status, 0) < 0, errno == EINTR {}
                return state.hasTimedOut ? .timedOut : .ended(isSuccess: status == 0)
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
