import DescribedErrors
import Foundation
import Testing

/// Holds errors to their domain, their codes and their sentences, as Foundation shows them to an app and to Objective-C.
func expectShown<Failure: Error & CustomStringConvertible>(
    _ domain: String, _ rows: [(error: Failure, code: Int)], sourceLocation: SourceLocation = #_sourceLocation
) {
    for (error, code) in rows {
        let plain: any Error = error
        let bridged = plain as NSError
        #expect(bridged.domain == domain, "\(error)", sourceLocation: sourceLocation)
        #expect(bridged.code == code, "\(error)", sourceLocation: sourceLocation)
        #expect(!error.description.isEmpty, sourceLocation: sourceLocation)
        #expect(plain.localizedDescription == error.description, sourceLocation: sourceLocation)
        #expect(bridged.localizedDescription == error.description, sourceLocation: sourceLocation)
    }
    let words = rows.compactMap { ($0.error as? any DescribedError)?.code }
    #expect(words.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil }, sourceLocation: sourceLocation)
    #expect(Set(words).count == rows.count, "A word stands for one case.", sourceLocation: sourceLocation)
    #expect(Set(rows.map(\.code)).count == rows.count, "A code stands for one case.", sourceLocation: sourceLocation)
}
