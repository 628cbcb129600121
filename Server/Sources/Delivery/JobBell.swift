/// Wakes a runner when a job may have been stored. Rings while it is awake count once.
public struct JobBell: Sendable {
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    public init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public func ring() { continuation.yield() }

    func end() { continuation.finish() }
}
