import Foundation
import Testing

@testable import Essentials
@testable import TestSupport

@Suite("Times as text")
struct TimestampTests {
    @Test(
        "A time is written to the millisecond, within the years 0 to 9999",
        arguments: [
            (0.0, "1970-01-01T00:00:00.000Z"),
            (-0.001, "1969-12-31T23:59:59.999Z"),
            (1_795_252_500.1234, "2026-11-21T09:15:00.123Z"),
            (951_782_400.0, "2000-02-29T00:00:00.000Z"),
            (-62_167_219_200.0, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799.0, "9999-12-31T23:59:59.000Z"),
            (Double.infinity, "9999-12-31T23:59:59.000Z"),
        ])
    func text(seconds: Double, text: String) {
        #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("A time that is written and read back is the same to the millisecond")
    func roundTrip() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            let date = Date(
                timeIntervalSince1970: Double.random(in: -62_000_000_000...253_000_000_000, using: &generator))
            let kept = Timestamp.quantized(date)
            #expect(Timestamp.date(Timestamp.text(date)) == kept)
            #expect(abs(kept.timeIntervalSince(date)) <= 0.0006)
        }
    }

    @Test(
        "Text in any other form is not a time",
        arguments: [
            "2026-02-29T00:00:00.000Z", "2026-11-21T24:00:00.000Z", "2026-11-21 09:15:00.123Z",
            "2026-11-21T09:15:00.123z", "2026-11-21T09:15:00Z", "2026-13-21T09:15:00.123Z", "2026-11-21T09:60:00.123Z",
            "２026-11-21T09:15:00.12Z", "",
        ])
    func otherForms(text: String) {
        #expect(Timestamp.date(text) == nil)
    }
}
