import Essentials
import Foundation

extension AdvisoryLock {
    /// Whether nobody holds the lock for long: it is free at some moment within ten seconds.
    package func comesFree() async throws -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if try takeIfFree(.exclusive) {
                release()
                return true
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        return false
    }
}
