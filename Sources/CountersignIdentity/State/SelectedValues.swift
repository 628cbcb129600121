/// A part of the state: its value now, and afterwards whenever it changed.
public struct SelectedValues<Element: Sendable & Equatable>: AsyncSequence, Sendable {
    /// The sequence never throws.
    public typealias Failure = Never

    let snapshots: @Sendable () -> AsyncStream<IdentitySnapshot>
    let select: @Sendable (IdentitySnapshot) -> Element

    /// Each iterator begins with the value now.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var snapshots: AsyncStream<IdentitySnapshot>.Iterator
        let select: @Sendable (IdentitySnapshot) -> Element
        var last: Element?

        /// Waits for a value that differs from the last. Returns `nil` when the client is gone or the task is
        /// cancelled.
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

    /// Starts to listen. A slow listener misses values in between and gets the latest.
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
