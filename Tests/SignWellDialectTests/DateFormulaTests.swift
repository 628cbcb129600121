import Envelopes
import Foundation
import SignWellDialect
import Testing

@Suite("Dates that formulas reckon")
struct DateFormulaTests {
    /// The value of a date field with a formula; the request comes on 21 November 2026.
    private static func value(_ formula: String) throws -> String? {
        let problems = RequestProblems()
        let body = Lease.fields(["type": "date", "formula": formula, "date_format": "YYYY/MM/DD"])
        let tab = try #require(try Lease.mapped(body, problems).definition.tabs.first)
        try problems.check()
        #expect(tab.locked)
        return tab.value
    }

    @Test(
        "Days, weeks and months are added and taken away",
        arguments: [
            ("sent_date", "2026/11/21"), ("created_date + 10 days", "2026/12/01"), ("sent_date+1 day", "2026/11/22"),
            ("10 days + sent_date", "2026/12/01"), ("sent_date - 3 weeks", "2026/10/31"),
            ("sent_date + (2 weeks - 1 day)", "2026/12/04"), ("sent_date - (2 weeks - (1 day + 1 week))", "2026/11/15"),
            ("(sent_date + 3 months) + 7 days", "2027/02/28"), ("sent_date - 21 days + 1 month", "2026/11/30"),
            ("created_date + 100000 days", "2300/09/06"),
        ])
    func reckoned(formula: String, day: String) throws {
        #expect(try Self.value(formula) == day)
    }

    @Test(
        "Anything else is refused at the formula",
        arguments: [
            "", "today", "sent_date + 10", "sent_date 10 days", "sent_date + sent_date", "10 days - sent_date",
            "-(sent_date)", "10 days", "sent_date + (10 days", "sent_date + 10 days)", "sent_date + ", "()",
            "sent_date + 1.5 days", "sent_date + -1 day", "sent_date + 1000000 days", "sent_date + 100001 days",
            "sent_date + 99999 months", "sent_date - 99999 weeks", "sent_date × 2 days", "SENT_DATE",
            "sent_date" + String(repeating: " + 1 day", count: 40), String(repeating: "(", count: 150),
            "signed_date + 10 days",
        ])
    func refused(formula: String) throws {
        let errors = try Lease.errors(Lease.fields(["type": "date", "formula": formula]))
        #expect(errors["fields", "file_1", "field_1", "formula"] != nil, "\(errors)")
    }

    @Test("A draft has a day of creation, and none of sending")
    func drafts() throws {
        for (base, isKnown) in [("created_date", true), ("sent_date", false)] {
            var body = Lease.fields(["type": "date", "formula": base])
            body["draft"] = true
            #expect(try (Lease.errors(body)["fields", "file_1", "field_1", "formula"] == nil) == isKnown, "\(base)")
        }
    }
}
