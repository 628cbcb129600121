/// Wakes a runner when a job may have been stored. Rings while it is awake count once.
package struct JobBell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func ring() { continuation.yield() }

    func end() { continuation.finish() }
}
