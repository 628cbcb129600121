import DescribedErrors
import Foundation
import Testing
import X509

@testable import SignedPDF
@testable import TestSupport

@Suite("Text from a file on a terminal and in JSON")
struct HostileTextTests {
    private static let clear = "\u{1B}[2J\u{1B}[HX is valid\n\u{9B}31m\u{85}\u{202E}\u{2066}\u{7F}\u{2028}"

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
            || [0x061C, 0x200E, 0x200F, 0xFEFF].contains(scalar.value)
            || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The text as a name in a file, in UTF-8.
    private static func name(_ text: String) -> String {
        text.utf8.map { String(format: "#%02x", $0) }.joined()
    }

    /// The text as a string in a file, in UTF-16.
    private static func string(_ text: String) -> String {
        "<feff" + text.utf16.map { String(format: "%04x", $0) }.joined() + ">"
    }

    /// Reports on files with hostile text wherever a report quotes one.
    private static func reports() async throws -> [VerificationReport] {
        let parties = try SigningParties()
        let plain = try await AttackScene()
        let evil = name(clear)
        var files: [Data] = []
        let value = try LooseSigner.value(for: parties.ada)
        for entries in [
            value.replacingOccurrences(of: "/ETSI.CAdES.detached", with: "/\(evil)"),
            value.replacingOccurrences(of: "/Type/Sig", with: "/Type/Sig/\(evil) 1/\(evil) 2"),
            value.replacingOccurrences(of: "/Type/Sig", with: "/Type/Sig/Name\(string(clear))"),
        ] {
            let unsigned = try SignedFiles.appending(
                [
                    (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R>>"), (22, "<</Fields[20 0 R]/SigFlags 3>>"),
                    (
                        20,
                        "<</Type/Annot/Subtype/Widget/FT/Sig/T\(string(clear))/Rect[0 0 0 0]/P 3 0 R/V 21 0 R>>"
                    ), (21, entries),
                ], to: SignedFiles.agreement())
            files.append(try await LooseSigner.complete(unsigned, by: parties.ada))
        }
        files += [
            try plain.withCatalog("/\(evil) 1"), try plain.updated([(3, AttackScene.page("/\(evil) 1"))]),
            try plain.adding(["/FT/Tx/T\(string(clear))/Rect[0 0 9 9]"]),
            try plain.updated([(3, AttackScene.page("/Annots[60 0 R]")), (60, "<</Type/Annot/Subtype/\(evil)>>")]),
            try plain.updated([(20, "<</Type/Annot/Subtype/Widget/FT/Sig/T\(string(clear))/Rect[0 0 0 0]>>")]),
        ]
        let filled = try await AttackScene(fields: ["/FT/Tx/T(Town)/Rect[72 100 272 120]/DA(/F1 10 Tf 0 g)"])
        files.append(
            try filled.updated([
                (
                    30,
                    AttackScene.field(
                        "/FT/Tx/T(Town)/Rect[72 100 272 120]/DA(/F1 10 Tf 0 g)/V\(string(clear))/AP<</N 60 0 R>>")
                ), (60, AttackScene.showing("Bath")),
            ]))
        var reports: [VerificationReport] = []
        for file in files {
            var report = try await SignedFiles.report(file, trusting: parties.anchors + plain.parties.anchors)
            report.file = "a\(clear).pdf"
            reports.append(report)
        }
        return reports
    }

    @Test("No report has a character that a terminal obeys, or a line of a file's making")
    func text() async throws {
        let reports = try await Self.reports()
        #expect(reports.count == 9)
        for report in reports {
            let text = report.description
            #expect(!text.unicodeScalars.contains(where: Self.acts))
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("X is valid") })
            for signature in report.signatures {
                for sentence in signature.findings.map(\.sentence) + signature.laterChanges {
                    #expect(!sentence.unicodeScalars.contains { Self.acts($0) || $0 == "\n" })
                }
            }
        }
    }

    @Test("JSON escapes control characters and bidirectional marks, and keeps its meaning")
    func json() async throws {
        for report in try await Self.reports() {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            let data = try encoder.encode(report)
            let text = VisibleText.json(data)
            #expect(!text.unicodeScalars.contains(where: Self.acts))
            #expect(try JSONDecoder().decode(VerificationReport.self, from: Data(text.utf8)) == report)
        }
        let odd = String(String.UnicodeScalarView((0x01...0xFF).map { Unicode.Scalar(UInt8($0)) }))
        let text = VisibleText.json(try JSONEncoder().encode([odd + "\u{FEFF}\u{061C}é😀\u{200D}"]))
        #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [odd + "\u{FEFF}\u{061C}é😀\u{200D}"])
        #expect(text.contains("😀\\u200d") && !text.unicodeScalars.contains(where: Self.acts))
    }

    @Test("A terminal gets colors of this program, and nothing else to obey")
    func terminal() {
        #expect(VisibleText.terminal("a\tb\nÄ😀") == "a\tb\nÄ😀")
        #expect(VisibleText.terminal("\u{1B}[2J\u{9B}x\u{202E}\r") == "\\u001b[2J\\u009bx\\u202e\\u000d")
        let styled = "\u{1B}[31mred\u{1B}[0m"
        #expect(VisibleText.terminal(styled, keepingStyles: true) == styled)
        #expect(VisibleText.terminal(styled) == "\\u001b[31mred\\u001b[0m")
        for sequence in [
            "\u{1B}[2J", "\u{1B}]0;x\u{07}", "\u{1B}[31;5m", "\u{1B}", "\u{1B}[", "\u{1B}[999m", "\u{1B}[31",
        ] {
            #expect(VisibleText.terminal(sequence, keepingStyles: true).hasPrefix("\\u001b"))
        }
    }
}
