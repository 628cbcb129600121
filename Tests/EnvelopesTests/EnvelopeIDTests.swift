import Essentials
import Testing

@testable import Envelopes

@Suite("Ids of envelopes")
struct EnvelopeIDTests {
    @Test("A GUID in upper and lower case is one id")
    func cases() {
        let id = EnvelopeID(rawValue: "0B7F0E3E-1111-4222-8333-00000000ABCD")
        #expect(id?.rawValue == "0b7f0e3e-1111-4222-8333-00000000abcd")
    }

    @Test("Every digit and every dash must be in its place")
    func places() {
        let whole = Array("0b7f0e3e-1111-4222-8333-00000000abcd")
        for index in whole.indices {
            for other in ["g", "-", "0", " ", "/", ":", "`", "é"] as [Character] where other != whole[index] {
                var changed = whole
                changed[index] = other
                // Another digit is another id.
                let isDigit = other == "0" && whole[index] != "-"
                #expect((EnvelopeID(rawValue: String(changed)) != nil) == isDigit, "\(String(changed))")
            }
        }
        for text in ["", String(whole.dropLast()), String(whole) + "0", "{\(String(whole))}"] {
            #expect(EnvelopeID(rawValue: text) == nil)
        }
    }
}
