import Essentials

#if os(Linux)
    import CSpawn
    import Dispatch
    import Foundation
    import Glibc

    /// The resource limits of a program.
    public struct ProgramLimits: Sendable, Hashable {
        /// Wall-clock time in seconds, after which the program is killed.
        public var seconds: Double
        /// Processor time in seconds.
        public var cpuSeconds: Int
        /// Address space in bytes.
        public var addressSpace: Int
        /// The largest size in bytes of any file that the program writes, its output included.
        public var outputBytes: Int

        /// The defaults: 20 seconds, 15 of them on a processor, 1 GiB of addresses, 64 MiB of output.
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
    /// `prlimit` (util-linux) sets the limits and then executes the program, which ends with this process (`setpriv`).
    /// The program inherits no other descriptor: neither the service's listening socket nor any connection. Input,
    /// output and error output are files. They cannot block as a full pipe can, and the kernel limits their size. They
    /// have no names, so none is left behind however the program ends.
    package struct LimitedProgram: Sendable {
        static let prlimit = "/usr/bin/prlimit"
        static let setpriv = "/usr/bin/setpriv"

        package enum Failure: Error, Equatable {
            case notStarted(reason: String)
            case timedOut
            case failed(complaint: String)
        }

        let path: String
        let arguments: [String]
        let limits: ProgramLimits
        /// The directory whose file system holds the files.
        let directory: URL
        /// The program's standard input, ``input``.
        package var bytes = Data()

        /// - Parameter directory: its file system holds the files
        package init(
            path: String, arguments: [String], limits: ProgramLimits, directory: URL, bytes: Data = Data()
        ) {
            self.bytes = bytes
            self.path = path
            self.arguments = arguments
            self.limits = limits
            self.directory = directory
        }

        /// The path of the standard input, for programs that take a file name.
        static let input = "/dev/stdin"

        /// Runs the program and returns its standard output.
        ///
        /// - Throws: ``Failure``, or `CancellationError` after the task was canceled and the program killed
        package func output() async throws -> Data {
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
            // The thread that waited for the program may keep them a moment longer than this call lasts.
            defer { for file in [input, output, complaint] { try? file.handle.close() } }
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

        /// Returns the first line of the program's error output, at most 300 characters.
        private static func firstLine(of file: NamelessFile) -> String {
            let start = (try? file.contents(limit: 4096)) ?? Data()
            let text = String(decoding: start, as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            let plain = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
            return String(String.UnicodeScalarView(plain.prefix(300)))
        }
    }

    /// A started process. It ends once: by itself, by the time limit or by cancellation.
    ///
    /// Uses `posix_spawn`, because Foundation's `Process` is never freed once it has a termination handler.
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
        ///   - arguments: the program's path and its arguments
        ///   - files: its input, output and error output
        func finish(arguments: [String], files: [NamelessFile], within seconds: Double) async throws -> Status {
            // A dispatch queue's timer, not a task's: it must fire however busy the task threads are.
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in kill(becauseOfTime: true) }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    // A separate thread starts each program and waits for it. The program is killed when the thread
                    // that started it ends, so this must not be one of the task threads.
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
            // The program receives the signals that this process ignores or blocks.
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
            // The ended process keeps its number until it is reaped below, so `kill` cannot hit another process.
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
