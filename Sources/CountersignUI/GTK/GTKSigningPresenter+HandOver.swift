#if canImport(CWebKitGTK)
    import Countersign
    import Envelopes

    extension GTKSigningPresenter: OfflineSigningPresenter {
        /// Also returns `later` if there is no display or the task is cancelled.
        public func handOver(_ handOver: HandOver) async -> HandOver.Answer {
            await ask(HandOverQuestion(handOver, presentation.texts)) == nil ? .later : .ready
        }

        /// Returns `nil` for "not now", if there is no display, or if the task is cancelled.
        public func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
            let question = HandOverQuestion(
                choosingAmong: recipients.map(\.name), subject: envelope.emailSubject, presentation.texts)
            guard let index = await ask(question), recipients.indices.contains(index) else { return nil }
            return recipients[index].id
        }

        /// Returns the index of the choice, from 0; `nil` for "not now".
        private func ask(_ question: HandOverQuestion) async -> Int? {
            guard let window = await HandOverWindow.open(question, presentation) else { return nil }
            await asked?(window)
            return await window.answer()
        }
    }
#endif
