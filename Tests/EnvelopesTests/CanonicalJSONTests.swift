import Essentials
import Foundation
import Testing

@testable import Envelopes

@Suite("Canonical JSON")
struct CanonicalJSONTests {
    private struct Everything: Codable, Equatable {
        var text = "\u{0}\u{1F}\u{8}\t\n\u{C}\r\"\\/\u{7F}é\u{2028}😀"
        var negative = -9_007_199_254_740_991
        var big = 9_007_199_254_740_991
        var zero = 0
        var yes = true
        var absent: String?
        var moment = Date(timeIntervalSince1970: 1.5)
        var list = [[1, 2], []]
        var Upper = ["b": 1, "B": 2, "a.b": 3, "a": 4]
    }

    @Test("Canonical JSON has exactly these bytes")
    func bytes() throws {
        let expected =
            #"{"Upper":{"B":2,"a":4,"a.b":3,"b":1},"big":9007199254740991,"list":[[1,2],[]],"#
            + #""moment":"1970-01-01T00:00:01.500Z","negative":-9007199254740991,"#
            + #""text":"\u0000\u001f\b\t\n\f\r\"\\/"# + "\u{7F}é\u{2028}😀" + #"","yes":true,"zero":0}"#
        let bytes = try CanonicalJSON.bytes(of: Everything())
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(try CanonicalJSON.value(Everything.self, from: bytes) == Everything())
    }

    @Test("A value that canonical JSON cannot express is refused")
    func refusedValues() {
        #expect(throws: EncodingError.self) { try CanonicalJSON.bytes(of: [0.5]) }
        #expect(throws: EncodingError.self) { try CanonicalJSON.bytes(of: [9_007_199_254_740_992]) }
        #expect(throws: EncodingError.self) { try CanonicalJSON.bytes(of: ["é": 1]) }
        #expect(throws: EncodingError.self) { try CanonicalJSON.bytes(of: [String?.none]) }
    }

    @Test("Text is not normalised")
    func unicode() throws {
        #expect(try CanonicalJSON.bytes(of: ["e\u{301}"]) != CanonicalJSON.bytes(of: ["\u{E9}"]))
    }

    @Test("Lengths are kept to a thousandth of a point")
    func lengths() throws {
        let frame = TabFrame(x: 72.0004, y: 100.1235, width: 0.001, height: 595.276)
        let bytes = try CanonicalJSON.bytes(of: frame)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"height":595276,"width":1,"x":72000,"y":100124}"#)
        #expect(try CanonicalJSON.value(TabFrame.self, from: bytes) == frame)
        #expect(frame.height == 595.276)
    }
}
