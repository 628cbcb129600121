import Essentials

/// Opens once; whoever waits goes on.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {}

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Counts, and tells when a number is reached.
package final class Tally: Sendable {
    private let target: Int
    private let number = Locked(0)
    package let reached = Gate()

    package init(until target: Int = .max) { self.target = target }

    package var value: Int { number.withLock { $0 } }

    @discardableResult
    package func add() -> Int {
        let value = number.withLock { number in
            number += 1
            return number
        }
        if value == target { reached.open() }
        return value
    }
}
