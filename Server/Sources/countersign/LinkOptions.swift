import ArgumentParser
import EnvelopeService
import Foundation
import SigningService

/// The limits on the links and codes that recipients get by mail.
struct LinkOptions: ParsableArguments {
    private static let usual = ServiceConfiguration.usual.envelopes.links

    @Option(help: ArgumentHelp("How many new links a recipient may ask for in an hour.", valueName: "number"))
    var linkRenewals = usual.renewals

    @Option(
        help: ArgumentHelp(
            "How many times an hour a sender may send an envelope's invitations again.", valueName: "number"))
    var resendLimit = usual.resends

    @Option(help: ArgumentHelp("How long a one-time code for a recipient is valid.", valueName: "seconds"))
    var recipientCodeTime = Int(usual.codeLife)

    @Option(help: ArgumentHelp("How many wrong entries use up a recipient's one-time code.", valueName: "number"))
    var recipientCodeTries = usual.codeTries

    @Option(help: ArgumentHelp("How many one-time codes a recipient may ask for in an hour.", valueName: "number"))
    var recipientCodes = usual.codes

    @Option(
        help: ArgumentHelp(
            "How many access codes somebody who has signed may enter in a day to see the documents again.",
            valueName: "number"))
    var lateAccessCodes = usual.lateAccessCodes

    func validate() throws {
        try check("link-renewals", linkRenewals, 1...1000)
        try check("resend-limit", resendLimit, 1...1000)
        try check("recipient-code-time", recipientCodeTime, 60...86_400, .seconds)
        try check("recipient-code-tries", recipientCodeTries, 1...100)
        try check("recipient-codes", recipientCodes, 1...1000)
        try check("late-access-codes", lateAccessCodes, 1...1000)
    }

    func apply(to configuration: inout ServiceConfiguration) {
        configuration.envelopes.links.renewals = linkRenewals
        configuration.envelopes.links.resends = resendLimit
        configuration.envelopes.links.codeLife = TimeInterval(recipientCodeTime)
        configuration.envelopes.links.codeTries = recipientCodeTries
        configuration.envelopes.links.codes = recipientCodes
        configuration.envelopes.links.lateAccessCodes = lateAccessCodes
    }
}
