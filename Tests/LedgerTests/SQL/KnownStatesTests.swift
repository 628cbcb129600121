import Envelopes
import Foundation
import Testing

@testable import Ledger

@Suite("States kept in memory")
struct KnownStatesTests {
    @Test("Only so many states are kept, and none of a large snapshot")
    func limits() async throws {
        let store = try LedgerFixture()
        let known = KnownStates()
        var all: [Envelope] = []
        for _ in 1...40 { all.append(try await store.envelope()) }
        for state in all { known.keep(state, bytes: 1_000) }
        #expect(all.count { known.state($0.id) != nil } == 32)
        #expect(known.state(all[39].id) == all[39])

        let others = KnownStates()
        others.keep(all[0], bytes: 2 << 20)
        #expect(others.state(all[0].id) == nil)
        // Nothing is known of the size of a state that was not read.
        others.keep(all[1], bytes: nil)
        #expect(others.state(all[1].id) == nil)
        others.keep(all[2], bytes: 1_000)
        others.keep(all[2], bytes: nil)
        #expect(others.state(all[2].id) == all[2])
    }
}
