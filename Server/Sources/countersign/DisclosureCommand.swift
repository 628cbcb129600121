import ArgumentParser
import Ceremony
import Envelopes
import SigningService

extension AccountCommand {
    /// Shows or sets the disclosure that signers accept before they sign.
    struct DisclosureCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disclosure", abstract: "Shows or sets what an account's signers agree to before they sign.",
            discussion: """
                Without options it prints the text as signers see it. 15 U.S.C. § 7001(c) asks in the United States for a \
                contact, the way to withdraw, and the price of a copy on paper; each has a usual text. A new text counts \
                for signers who have not agreed yet.
                """)

        @OptionGroup var directory: DataOption

        @Option(help: ArgumentHelp("The account's id, where there are several accounts.", valueName: "id"))
        var account: String?

        @Option(help: "Whom signers write to or call. Usually the sender's e-mail address.")
        var contact: String?

        @Option(
            help: "How a signer withdraws, what follows, and what it costs; follows “You may withdraw your agreement:”."
        )
        var withdrawal: String?

        @Option(help: "What a copy on paper costs, as a sentence.")
        var paperCopies: String?

        @Flag(help: "Bring back the usual text before the other options are applied.")
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
