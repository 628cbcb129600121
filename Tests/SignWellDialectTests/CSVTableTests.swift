import Foundation
import Testing

@testable import SignWellDialect

@Suite("Tables of bulk sends")
struct CSVTableTests {
    private static func table(_ text: String) throws -> CSVTable { try CSVTable(Data(text.utf8)) }

    @Test(
        "The last row counts with and without a line end, and empty lines do not",
        arguments: [
            "name,email\nBo,bo@example.org\nCy,cy@example.org",
            "name,email\nBo,bo@example.org\nCy,cy@example.org\n",
            "name,email\r\nBo,bo@example.org\r\nCy,cy@example.org\r\n\r\n",
            "\u{FEFF}name, email \n\nBo,bo@example.org\n,\nCy,cy@example.org",
        ])
    func lastRow(_ text: String) throws {
        let table = try Self.table(text)
        #expect(table.columns == ["name", "email"])
        #expect(table.rows == [["Bo", "bo@example.org"], ["Cy", "cy@example.org"]])
    }

    @Test("A last row of one entry counts, also if a quotation mark or a comma ends it")
    func shortRows() throws {
        #expect(try Self.table("name\nBo").rows == [["Bo"]])
        #expect(try Self.table("name,email\nBo,").rows == [["Bo", ""]])
        #expect(try Self.table("name,email\n\"Bo\"").rows == [["Bo", ""]])
    }

    @Test("Commas, line breaks and quotation marks in quotes belong to the entry")
    func quotes() throws {
        let table = try Self.table("name,note\n\"Bo, \"\"the\"\" man\",\"two\nlines\"\n")
        #expect(table.rows == [["Bo, \"the\" man", "two\nlines"]])
    }

    @Test("A table that is written and read again is the same")
    func roundTrip() throws {
        let table = CSVTable(
            columns: ["name", "note"], rows: [["Bo, Jr", "a \"b\""], ["Żółć", "two\nlines"], ["", "left"]])
        #expect(try CSVTable(table.data) == table)
    }

    @Test("What is no table is refused with its reason")
    func refused() {
        let cases: [(String, CSVTable.Problem)] = [
            ("", .noRows), ("name,email", .noRows), ("name,email\n\n,\n", .noRows), ("a,a\n1,2", .repeatedColumn("a")),
            ("a\n1,2", .unevenRow(1)), ("a\nb\n\"c", .openQuote),
            ("a\n" + String(repeating: "1\n", count: 501), .tooManyRows),
        ]
        for (text, problem) in cases { #expect(throws: problem) { try Self.table(text) } }
        #expect(throws: CSVTable.Problem.notText) { try CSVTable(Data([0x61, 0x0A, 0xFF])) }
        #expect(throws: CSVTable.Problem.tooLarge) { try CSVTable(Data(count: CSVTable.largest + 1)) }
    }
}
