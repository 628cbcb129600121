import ArgumentParser
import Foundation
import SigningService

/// The options for running jobs: messages, webhooks, reminders.
struct JobOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual.jobs

    @Option(help: ArgumentHelp("The maximum number of jobs that one process runs at once.", valueName: "number"))
    var jobsAtOnce = usual.atOnce

    @Option(
        help: ArgumentHelp(
            "The maximum number of them of one kind, so that slow receivers of webhooks do not hold up the mail.",
            valueName: "number"))
    var jobsPerKind = usual.atOncePerKind

    @Option(
        help: ArgumentHelp(
            "The number of them that is kept for codes, which people wait for; at most a quarter.", valueName: "number")
    )
    var jobsForCodes = usual.keptForAwaited

    @Option(
        help: ArgumentHelp(
            "The maximum number of rows of bulk sends that one process makes into documents at once. (default: half "
                + "the processors)", valueName: "number"))
    var bulkRows: Int?

    @Option(help: ArgumentHelp("The maximum number of them for one receiver.", valueName: "number"))
    var jobsPerTarget = usual.atOncePerTarget

    @Option(
        help: ArgumentHelp(
            "How long a failed message or webhook waits before it is tried again; the wait doubles each time.",
            valueName: "seconds"))
    var retryWait = Int(usual.retryWait)

    @Option(
        help: ArgumentHelp(
            "How long the jobs of a process that was killed wait for another process.", valueName: "seconds"))
    var jobLease = Int(usual.lease)

    @Option(
        help: ArgumentHelp(
            "How many processes in a row may end while they run a job; then it is given up.", valueName: "number"))
    var jobCrashes = usual.mostLostHolders

    @Option(
        help: ArgumentHelp(
            "How long a webhook's receiver may do nothing but fail before the webhook is paused.", valueName: "seconds")
    )
    var webhookPause = Int(ServiceConfiguration.usual.envelopes.connect.pauseAfter)

    func validate() throws {
        try check("jobs-at-once", jobsAtOnce, 1...1000)
        try check("jobs-per-kind", jobsPerKind, 1...1000)
        try check("jobs-for-codes", jobsForCodes, 0...1000)
        if let bulkRows { try check("bulk-rows", bulkRows, 1...1000) }
        try check("jobs-per-target", jobsPerTarget, 1...1000)
        try check("webhook-pause", webhookPause, 1...30 * 86_400, .seconds)
        try check("retry-wait", retryWait, 1...3600, .seconds)
        try check("job-lease", jobLease, 2...3600, .seconds)
        try check("job-crashes", jobCrashes, 1...100)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.jobs.atOnce = jobsAtOnce
        configuration.jobs.atOncePerKind = jobsPerKind
        configuration.jobs.keptForAwaited = jobsForCodes
        configuration.jobs.bulkRowsAtOnce = bulkRows ?? configuration.jobs.bulkRowsAtOnce
        configuration.jobs.atOncePerTarget = jobsPerTarget
        configuration.jobs.retryWait = TimeInterval(retryWait)
        configuration.jobs.mostLostHolders = jobCrashes
        configuration.jobs.lease = TimeInterval(jobLease)
        configuration.envelopes.connect.pauseAfter = TimeInterval(webhookPause)
    }
}
