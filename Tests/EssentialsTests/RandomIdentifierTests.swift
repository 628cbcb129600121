import Foundation
import Testing

@testable import Essentials

@Suite("Random identifiers")
struct RandomIdentifierTests {
    @Test("Each identifier is new, with the bits of version 4 and its variant")
    func distinct() {
        let drawn = (0..<1000).map { _ in UUID.random() }
        #expect(Set(drawn).count == 1000)
        for id in drawn {
            #expect(id.uuid.6 >> 4 == 4 && id.uuid.8 >> 6 == 2, "\(id)")
        }
    }

    @Test("All bits except the version's come from the generator")
    func bits() {
        struct Ones: RandomNumberGenerator {
            mutating func next() -> UInt64 { .max }
        }
        var ones = Ones()
        #expect(UUID.random(from: &ones).uuidString == "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF")
    }
}
