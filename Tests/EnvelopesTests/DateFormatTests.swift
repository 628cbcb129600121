import Foundation
import Testing

@testable import Envelopes

@Suite("Forms of dates")
struct DateFormatTests {
    private static let time = CivilTime(year: 2026, month: 2, day: 3, hour: 15, minute: 4, second: 5)

    @Test(
        "Each form writes the same day its own way, and reads what it wrote",
        arguments: [
            (DateFormat.monthDayYear, "02/03/2026"), (.dayMonthYear, "03/02/2026"), (.yearMonthDay, "2026/02/03"),
            (.longMonth, "February 03, 2026"), (.withTime, "02/03/2026 03:04:05 pm"), (.dottedDay, "03.02.2026"),
            (.hyphenedDay, "03-02-2026"), (.isoDay, "2026-02-03"), (.shortMonth, "3 Feb 2026"),
        ])
    func writing(format: DateFormat, text: String) throws {
        #expect(format.text(Self.time) == text)
        let read = try #require(format.time(text))
        #expect(format.text(read) == text)
        #expect((read.year, read.month, read.day) == (2026, 2, 3))
    }

    @Test(
        "A day that no month has, and another form, are no dates",
        arguments: [
            (DateFormat.monthDayYear, "02/30/2026"), (.monthDayYear, "2/3/2026"), (.monthDayYear, "2026/02/03"),
            (.dayMonthYear, "29/02/2025"), (.longMonth, "Feb 03, 2026"), (.longMonth, "February 03 2026"),
            (.withTime, "02/03/2026 13:04:05 pm"), (.yearMonthDay, ""), (.yearMonthDay, "2026/13/01"),
            (.shortMonth, "03 Feb 2026"), (.shortMonth, "3 February 2026"), (.dottedDay, "03/02/2026"),
            (.isoDay, "2026-02-03 "), (.isoDay, "２026-02-03"),
        ])
    func refused(format: DateFormat, text: String) { #expect(format.time(text) == nil) }

    @Test(
        "A day that no month has is told from a text in another form",
        arguments: [
            (DateFormat.dayMonthYear, "31/02/2026", true), (.dayMonthYear, "02/31/2026", true),
            (.shortMonth, "31 Feb 2026", true), (.longMonth, "February 29, 2025", true), (.isoDay, "2026-00-10", true),
            (.dayMonthYear, "28/02/2026", false), (.dayMonthYear, "2026-02-31", false),
            (.dayMonthYear, "31/2/2026", false),
            (.withTime, "02/03/2026 03:64:05 pm", false), (.withTime, "02/30/2026 03:04:05 pm", true),
        ])
    func missingDays(format: DateFormat, text: String, isMissing: Bool) {
        #expect(format.isMissingDay(text) == isMissing)
    }

    @Test("A leap day is a day of every fourth year, and of a century's last only every fourth time")
    func leapDays() {
        let form = DateFormat.dayMonthYear
        let years = (1890...2010).filter { form.time("29/02/\($0)") != nil }
        #expect(years == (1890...2010).filter { $0 % 4 == 0 && $0 != 1900 })
    }

    @Test("Midnight and noon are twelve o'clock")
    func twelve() {
        let midnight = CivilTime(year: 2026, month: 1, day: 1)
        let noon = CivilTime(year: 2026, month: 1, day: 1, hour: 12)
        #expect(DateFormat.withTime.text(midnight).hasSuffix("12:00:00 am"))
        #expect(DateFormat.withTime.text(noon).hasSuffix("12:00:00 pm"))
        #expect(DateFormat.withTime.time(DateFormat.withTime.text(noon)) == noon)
        #expect(DateFormat.withTime.time(DateFormat.withTime.text(midnight)) == midnight)
    }

    @Test("A recipient enters a date in its form only, and the refusal names the form")
    func filling() throws {
        var definition = Samples.definition()
        definition.tabs[3].maxLength = nil
        definition.tabs[3].dateFormat = .longMonth
        var history = try Samples.sent(definition)
        try history.perform(.consent(recipientID: "1", disclosure: Samples.disclosure), by: Samples.signer("1"))
        let tab = definition.tabs[3]
        let refusal = #expect(throws: EnvelopeError.self) {
            try history.perform(
                .fill(recipientID: "1", tabID: tab.id, value: "02/03/2026"), by: Samples.signer("1"))
        }
        #expect(refusal == .valueUnfit(tab))
        #expect(refusal?.description.contains("a date in the form Month DD, YYYY") == true)
        let missing = #expect(throws: EnvelopeError.self) {
            try history.perform(
                .fill(recipientID: "1", tabID: tab.id, value: "February 30, 2026"), by: Samples.signer("1"))
        }
        #expect(missing == .missingDay(tab, "February 30, 2026"))
        #expect(missing?.description.contains("February 30, 2026, which is not a day of the calendar") == true)
        try history.perform(
            .fill(recipientID: "1", tabID: tab.id, value: "February 03, 2026"), by: Samples.signer("1"))
        #expect(history.envelope.value(of: tab) == "February 03, 2026")
    }
}
