import ArgumentParser
import Foundation
import SigningService

/// The options for running jobs: messages, webhooks, reminders.
struct JobOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long a failed message or webhook waits before it is tried again; the wait doubles each time.",
            valueName: "seconds"))
    var retryWait = Int(ServiceConfiguration.usual.jobs.retryWait)

    @Option(
        help: ArgumentHelp(
            "How long the jobs of a process that was killed wait for another process.", valueName: "seconds"))
    var jobLease = Int(ServiceConfiguration.usual.jobs.lease)

    @Option(
        help: ArgumentHelp(
            "How long a webhook's receiver may do nothing but fail before the webhook is paused.", valueName: "seconds")
    )
    var webhookPause = Int(ServiceConfiguration.usual.envelopes.connect.pauseAfter)

    func validate() throws {
        try check("webhook-pause", webhookPause, 1...30 * 86_400, .seconds)
        try check("retry-wait", retryWait, 1...3600, .seconds)
        try check("job-lease", jobLease, 2...3600, .seconds)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.jobs.retryWait = TimeInterval(retryWait)
        configuration.jobs.lease = TimeInterval(jobLease)
        configuration.envelopes.connect.pauseAfter = TimeInterval(webhookPause)
    }
}
