/// Guards the connections of a transport: at most so many at a time, the last one used first.
actor SMTPPool {
    private let most: Int
    private var count = 0
    private var idle: [SMTPSession] = []
    private var waiting: [CheckedContinuation<SMTPSession?, Never>] = []

    init(_ most: Int) { self.most = max(1, most) }

    /// Returns a session that nobody uses, after a wait if all are in use; `nil` if none can be made.
    func session() async -> SMTPSession? {
        if let session = idle.popLast() { return session }
        if count < most {
            guard let session = SMTPSession() else { return nil }
            count += 1
            return session
        }
        return await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack(_ session: SMTPSession) {
        if waiting.isEmpty {
            idle.append(session)
        } else {
            waiting.removeFirst().resume(returning: session)
        }
    }
}
