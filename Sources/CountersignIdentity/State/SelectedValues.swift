/// A part of the state: its value now, and afterwards whenever it changed.
public struct SelectedValues<Element: Sendable & Equatable>: AsyncSequence, Sendable {
    public typealias Failure = Never

    let snapshots: @Sendable () -> AsyncStream<IdentitySnapshot>
    let select: @Sendable (IdentitySnapshot) -> Element

    public struct AsyncIterator: AsyncIteratorProtocol {
        var snapshots: AsyncStream<IdentitySnapshot>.Iterator
        let select: @Sendable (IdentitySnapshot) -> Element
        var last: Element?

        public mutating func next() async -> Element? {
            while let snapshot = await snapshots.next() {
                let element = select(snapshot)
                guard element != last else { continue }
                last = element
                return element
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(snapshots: snapshots().makeAsyncIterator(), select: select)
    }
}

#if canImport(Combine)
    import Combine

    extension SelectedValues {
        /// The same values for Combine, on the main actor. Each subscriber gets the value now, and what follows until it
        /// cancels.
        public func publisher() -> AnyPublisher<Element, Never> {
            Deferred {
                // Subjects may be used on any thread, though Combine does not declare it.
                nonisolated(unsafe) let subject = CurrentValueSubject<Element?, Never>(nil)
                let task = Task { @MainActor in
                    for await element in self { subject.send(element) }
                    subject.send(completion: .finished)
                }
                // Called on any thread.
                return subject.compactMap { $0 }.handleEvents(receiveCancel: { @Sendable in task.cancel() })
            }.eraseToAnyPublisher()
        }
    }
#endif
