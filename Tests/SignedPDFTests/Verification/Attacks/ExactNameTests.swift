import Foundation
import Testing

@testable import PDFFormat
@testable import SignedPDF
@testable import TestSupport

@Suite("Names are compared byte by byte")
struct ExactNameTests {
    private static func string(_ text: String) -> String {
        "<feff" + text.utf16.map { String(format: "%04x", $0) }.joined() + ">"
    }

    @Test("A name that begins with a combining accent does not escape the lock of its group")
    func accent() async throws {
        for (lock, isLocked) in [
            ("/Action/Include/Fields[(Group)]", true), ("/Action/Exclude/Fields[(Group)]", false),
            ("/Action/Exclude/Fields[(Other)]", true),
        ] {
            for partial in ["\u{301}x", "\u{200D}x", "x"] {
                let permissions = SignaturePermissions(
                    [
                        "Reference": .array([
                            .dictionary([
                                "TransformMethod": .name("FieldMDP"),
                                "TransformParams": try Self.parsed("<<\(lock)>>"),
                            ])
                        ])
                    ], in: try PDFDocument(SignedFiles.agreement()))
                let standing = permissions.standing(
                    of: .fieldFilled(ChangedField("Group.\(partial)")), isSigned: true)
                #expect((standing == .forbidden) == isLocked, "\(lock) \(partial)")
            }
        }
    }

    private static func parsed(_ text: String) throws -> PDFObject {
        try Data(text.utf8).lend { (bytes) throws(PDFError) in
            var parser = ObjectParser(bytes, at: 0)
            return try parser.object()
        }
    }

    @Test("Equivalent names are different fields for a lock")
    func equivalent() {
        let lock = SignaturePermissions.LockedFields.allBut(["caf\u{E9}"])
        #expect(!lock.contains("caf\u{E9}") && !lock.contains("caf\u{E9}.a"))
        #expect(lock.contains("cafe\u{301}") && lock.contains("cafe\u{301}.a") && lock.contains("caf\u{E9}a"))
    }

    @Test("A field that got an equivalent name was renamed")
    func renamed() async throws {
        let scene = try await AttackScene(fields: ["/FT/Tx/T\(Self.string("caf\u{E9}"))/Rect[72 100 272 120]"])
        let file = try scene.updated([
            (30, AttackScene.field("/FT/Tx/T\(Self.string("cafe\u{301}"))/Rect[72 100 272 120]"))
        ])
        #expect(try await scene.verify(file).verdict == .invalid)
    }

    @Test("Names in dictionaries are equal only if their bytes are, and are written back as they were")
    func dictionaries() throws {
        let pairs = ["caf#c3#a9", "cafe#cc#81", "caf#e9", "#e2#84#ab", "#c3#85", "A#cc#8a", "#cc#81x"]
        let text = "<<" + pairs.enumerated().map { "/\($0.element) \($0.offset)" }.joined() + ">>"
        guard case .dictionary(let dictionary) = try Self.parsed(text) else { throw PDFError.noPages }
        #expect(Set(dictionary.keys).count == pairs.count)
        for (index, key) in dictionary.keys.enumerated() {
            #expect(dictionary[key] == .integer(index))
            #expect(PDFName.bytes(of: key) == PDFName.bytes(of: PDFName.string(from: PDFName.bytes(of: key))))
        }
        #expect(PDFName.bytes(of: dictionary.keys[1]) == Array("cafe\u{301}".utf8))
        #expect(dictionary.keys[0] == "caf\u{E9}")
    }
}
