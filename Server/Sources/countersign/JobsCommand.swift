import ArgumentParser
import Foundation
import Mail
import SigningService

/// Shows and mends the work that waits: messages, webhooks, reminders.
struct JobsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "jobs", abstract: "Lists, retries, and drops jobs: messages, webhooks, reminders.",
        discussion: "Works whether or not a service is running on the data directory.",
        subcommands: [List.self, Retry.self, Drop.self])
}

extension DataOption {
    fileprivate func jobs<Value>(_ body: (StoredJobs) async throws -> Value) async throws -> Value {
        try await use { try await body(StoredJobs(existing: $0)) }
    }
}

extension JobsCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists jobs, oldest first, each with its last error.")

        @OptionGroup var directory: DataOption

        @Flag(help: "List only jobs that were given up.")
        var dead = false

        @Option(help: ArgumentHelp("The maximum number of jobs.", valueName: "number"))
        var count = 100

        @Option(help: ArgumentHelp("List only jobs with a larger id.", valueName: "id"))
        var after = 0

        @Flag(help: "Print a JSON list.")
        var json = false

        func validate() throws {
            guard (1...10_000).contains(count) else {
                throw ValidationError("--count \(count) is not between 1 and 10000.")
            }
        }

        func run() async throws {
            let now = Date()
            let (dead, after, count) = (dead, after, count)
            let jobs = try await directory.jobs {
                try await $0.list(onlyDead: dead, after: after, count: count, at: now)
            }
            if json {
                print(try JSONText.of(jobs))
                return
            }
            let terminal = Terminal()
            if jobs.isEmpty { terminal.line(dead ? "No job was given up." : "There are no jobs.") }
            for job in jobs {
                terminal.line(
                    "\(terminal.styled(String(job.id), .strong))  \(job.kind)  \(Self.state(of: job, at: now))"
                        + (job.envelopeId.map { "  envelope \($0)" } ?? ""))
                if let error = job.error { terminal.line("   \(HeaderText.line(error))") }
            }
            if jobs.count == count { terminal.line("For the next ones, add --after \(jobs.last?.id ?? 0).") }
        }

        private static func state(of job: StoredJob, at now: Date) -> String {
            let tries = job.attempts == 0 ? "" : ", tried \(job.attempts == 1 ? "once" : "\(job.attempts) times")"
            switch job.state {
            case "dead": return "given up\(tries)"
            case "waiting": return "waits for an earlier one"
            default:
                if job.isRunning { return "running" }
                return (job.dueAt <= now ? "due" : "due \(job.dueAt.formatted(.iso8601))") + tries
            }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Runs a job again at once, also one that was given up.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The job's id, as listed.")
        var id: Int

        func run() async throws {
            let id = id
            try await directory.jobs { try await $0.retry(id, at: Date()) }
            Terminal().line("Job \(id) runs again.")
        }
    }

    struct Drop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop", abstract: "Removes a job; what it was to do is not done.")

        @OptionGroup var directory: DataOption

        @Argument(help: "The job's id, as listed.")
        var id: Int

        func run() async throws {
            let id = id
            try await directory.jobs { try await $0.drop(id, at: Date()) }
            Terminal().line("Dropped job \(id).")
        }
    }
}
