import Foundation
import Testing

@testable import Envelopes

@Suite("Random identifiers")
struct RandomIdentifierTests {
    @Test("Each is another one, of version 4 and its variant")
    func distinct() {
        let drawn = (0..<1000).map { _ in UUID.random() }
        #expect(Set(drawn).count == 1000)
        for id in drawn {
            #expect(id.uuid.6 >> 4 == 4 && id.uuid.8 >> 6 == 2, "\(id)")
        }
    }

    @Test("All bits but those of the version come from the generator")
    func bits() {
        struct Ones: RandomNumberGenerator {
            mutating func next() -> UInt64 { .max }
        }
        var ones = Ones()
        #expect(UUID.random(from: &ones).uuidString == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
    }
}
