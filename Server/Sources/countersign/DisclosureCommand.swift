import Accounts
import ArgumentParser
import Ceremony
import Envelopes
import SigningService

extension AccountCommand {
    /// Shows or sets the disclosure that signers accept before they sign.
    struct DisclosureCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disclosure", abstract: "Shows or sets the text that an account's signers agree to.",
            discussion: """
                Without options, prints the text as signers see it. In the United States, 15 U.S.C. § 7001(c) requires \
                a contact, the way to withdraw, and the price of a paper copy; each has a default text. A new text \
                applies to signers who have not agreed yet.
                """)

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id; needed only if there are several accounts.", valueName: "id"))
        var account: String?

        @Option(help: "The contact for signers; the sender's e-mail address by default.")
        var contact: String?

        @Option(
            help: "How a signer withdraws, with consequences and costs; continues “You may withdraw your agreement:”."
        )
        var withdrawal: String?

        @Option(help: "The price of a paper copy, as a sentence.")
        var paperCopies: String?

        @Flag(help: "Restore the default text before the other options are applied.")
        var usual = false

        func run() async throws {
            let (sender, terms) = try await directory.accounts { try await current(in: $0) }
            let terminal = Terminal()
            let disclosure = Disclosure.standard(sender: sender, terms: terms)
            terminal.line(terminal.styled(disclosure.title, .strong))
            for paragraph in disclosure.paragraphs { terminal.line("\n\(paragraph)") }
        }

        /// Returns the terms with the options' changes, and their sender.
        private func current(in accounts: AccountStore) async throws -> (Sender, DisclosureTerms) {
            let (id, sender) = try await accounts.disclosureSender(of: account)
            var terms = usual ? DisclosureTerms() : try await accounts.disclosureTerms(of: id)
            terms.contact = contact ?? terms.contact
            terms.withdrawal = withdrawal ?? terms.withdrawal
            terms.paperCopies = paperCopies ?? terms.paperCopies
            if usual || contact != nil || withdrawal != nil || paperCopies != nil {
                try await accounts.setDisclosureTerms(terms, of: id)
            }
            return (sender, terms)
        }
    }
}
