import Essentials

#if canImport(CWebKitGTK)
    import CWebKitGTK
    import Foundation

    /// The one thread of this process on which GTK may be called.
    ///
    /// It is a global actor because there is one GTK per process. Its thread starts at first use. An app with its own
    /// GTK loop calls ``runsInAppLoop()`` before that.
    @globalActor
    public actor GTKActor {
        /// The one instance; all use the same thread.
        public static let shared = GTKActor()
        private static let executor = GTKExecutor()

        /// Runs the actor's jobs in GTK's loop.
        public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

        /// Declares that the app runs GTK's loop itself, in the default main context, and has called `gtk_init`.
        public static func runsInAppLoop() { GTKLoop.belongToApp() }

        /// Runs work that is already on GTK's thread, as all GTK callbacks are.
        static func assumeIsolated<Value>(_ work: @GTKActor () throws -> Value) rethrows -> Value {
            precondition(g_main_context_is_owner(nil) != 0, "called on another thread than GTK's")
            typealias Plain = () throws -> Value
            return try withoutActuallyEscaping(work) { try unsafeBitCast($0, to: Plain.self)() }
        }
    }

    /// Runs an actor's jobs in GTK's loop.
    private final class GTKExecutor: SerialExecutor {
        private final class Queued: Sendable {
            let job: UnownedJob
            let executor: UnownedSerialExecutor

            init(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
                self.job = job
                self.executor = executor
            }
        }

        /// GLib passes the pointer under a lock that the thread sanitizer does not know; it does know this one.
        private static let passing = Locked(())

        func enqueue(_ job: consuming ExecutorJob) {
            GTKLoop.start()
            let queued = Queued(UnownedJob(job), asUnownedSerialExecutor())
            Self.passing.withLock { _ in }
            let source = g_idle_source_new()
            g_source_set_priority(source, G_PRIORITY_DEFAULT)
            g_source_set_callback(
                source,
                { data in
                    if let data {
                        GTKExecutor.passing.withLock { _ in }
                        let queued = Unmanaged<Queued>.fromOpaque(data).takeRetainedValue()
                        queued.job.runSynchronously(on: queued.executor)
                    }
                    return 0
                }, Unmanaged.passRetained(queued).toOpaque(), nil)
            g_source_attach(source, nil)
            g_source_unref(source)
        }

        func checkIsolated() {
            precondition(g_main_context_is_owner(nil) != 0, "not on GTK's thread")
        }
    }

    /// GTK's loop and its thread.
    enum GTKLoop {
        private enum State {
            case idle, running, ofApp
        }

        private static let state = Locked(State.idle)
        private static let display = Locked(false)

        static func belongToApp() {
            state.withLock { state in if state == .idle { state = .ofApp } }
            display.withLock { $0 = true }
        }

        static func start() {
            let isFirst = state.withLock { state in
                defer { if state == .idle { state = .running } }
                return state == .idle
            }
            guard isFirst else { return }
            let thread = Thread {
                // A library must not change the process's locale.
                gtk_disable_setlocale()
                let hasDisplay = gtk_init_check(nil, nil) != 0
                display.withLock { $0 = hasDisplay }
                let loop = g_main_loop_new(nil, 0)
                g_main_loop_run(loop)
                g_main_loop_unref(loop)
            }
            thread.name = "GTK"
            thread.stackSize = 8 << 20
            thread.start()
        }

        /// Whether there is a display to show windows on.
        @GTKActor static var hasDisplay: Bool { display.withLock { $0 } }
    }
#endif
