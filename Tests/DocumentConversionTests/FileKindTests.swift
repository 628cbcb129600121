import Foundation
import Testing

@testable import DocumentConversion

@Suite("What a file is")
struct FileKindTests {
    @Test(
        "The first bytes decide the kind, whatever the name says",
        arguments: [
            (FileKind.pdf, [0x25, 0x50, 0x44, 0x46, 0x2D]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.heic, [0, 0, 0, 24] + Array("ftypheic".utf8)),
            (.gif, Array("GIF89a".utf8)), (.gif, Array("GIF87a".utf8)), (.tiff, [0x49, 0x49, 0x2A, 0]),
            (.tiff, [0x4D, 0x4D, 0, 0x2A]), (.tiff, [0x49, 0x49, 0x2B, 0]), (.tiff, [0x4D, 0x4D, 0, 0x2B]),
            (.webp, Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBP".utf8)), (.rtf, Array("{\\rtf1".utf8)),
        ] as [(FileKind, [UInt8])])
    func beginnings(kind: FileKind, bytes: [UInt8]) {
        for name in ["", "a.pdf", "b.docx", "c.txt", "d"] {
            #expect(FileKind(Data(bytes + [1, 2, 3]), named: name) == kind)
        }
        // A slice of a larger file is read from its own beginning.
        #expect(FileKind((Data([0, 0]) + bytes).dropFirst(2), named: "") == kind)
    }

    @Test("A PDF may begin with something else")
    func lateHeader() {
        #expect(FileKind(Data(repeating: 0x20, count: 500) + Data("%PDF-1.7".utf8), named: "a.txt") == .pdf)
        #expect(FileKind(Data(repeating: 0, count: 1024) + Data("%PDF-1.7".utf8), named: "a.pdf") == nil)
    }

    @Test(
        "The contents of a package decide its kind; if they do not, its name does",
        arguments: [
            (FileKind.docx, "word/document.xml"), (.xlsx, "xl/workbook.xml"), (.pptx, "ppt/presentation.xml"),
            (.odt, "mimetypeapplication/vnd.oasis.opendocument.text"),
            (.ods, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
            (.odp, "mimetypeapplication/vnd.oasis.opendocument.presentation"),
        ])
    func packages(kind: FileKind, part: String) {
        let start = Data([0x50, 0x4B, 3, 4, 20, 0])
        #expect(FileKind(start + Data(part.utf8), named: "a.zip") == kind)
        #expect(FileKind(start, named: "a.\(kind.rawValue.uppercased())") == kind)
        #expect(FileKind(start, named: "a.zip") == nil)
        #expect(FileKind(start, named: "a.pdf") == nil && FileKind(start, named: "a.txt") == nil)
    }

    @Test("The streams of an older office file decide its kind; an encrypted file needs its password")
    func compoundFiles() throws {
        let start = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        func stream(_ name: String) throws -> Data { try #require(name.data(using: .utf16LittleEndian)) }
        for (kind, held) in [(FileKind.doc, "WordDocument"), (.xls, "Workbook"), (.ppt, "PowerPoint Document")] {
            let file = start + (try stream(held))
            #expect(FileKind(file, named: "x") == kind && FileKind(file, named: "x.docx") == kind)
        }
        #expect(FileKind(start, named: "x.doc") == .doc && FileKind(start, named: "x.msg") == nil)
        let encrypted = start + (try stream("EncryptedPackage"))
        #expect(FileKind(encrypted, named: "x.docx") == .docx && FileKind.needsPassword(encrypted))
        let name = try stream("EncryptedPackage")
        #expect(!FileKind.needsPassword(start) && !FileKind.needsPassword(name))
    }

    @Test("Text needs its name; HTML is known by its beginning too")
    func texts() {
        let page = Data("<!doctype html><title>Sign in</title>".utf8)
        let text = Data("Lease\r\n\tbetween Bo and Åsa\u{0C}".utf8)
        #expect(FileKind(text, named: "lease.txt") == .text && FileKind(text, named: "TXT") == .text)
        for name in ["", "lease", "lease.pdf", "lease.docx", "txt.csv"] { #expect(FileKind(text, named: name) == nil) }
        #expect(FileKind(text + [0], named: "lease.txt") == nil)
        #expect(FileKind(Data(), named: "lease.docx") == nil)
        for start in [
            "<!DOCTYPE HTML>", " \n<html lang=x>", "<!-- a --><html>", "<?xml version='1.0'?><html>", "<body>",
        ] {
            #expect(FileKind(Data(start.utf8), named: "") == .html)
        }
        for name in ["a.htm", "a.txt", "lease", "lease.2026"] { #expect(FileKind(page, named: name) == .html) }
        // A server may send a page instead of the file.
        for name in ["lease.pdf", "lease.DOCX", "scan.jpg"] { #expect(FileKind(page, named: name) == nil) }
        #expect(FileKind(Data("<p>x".utf8), named: "a.html") == .html)
        #expect(FileKind(Data("<p>x".utf8), named: "a.xml") == nil)
        #expect(FileKind(Data("<!-- a -->".utf8), named: "a.xml") == nil)
    }

    @Test("Text is read as UTF-8, as UTF-16 with its mark, and else in Windows' encoding")
    func encodings() throws {
        #expect(PlainText.decoded(Data("Åsa 契約".utf8)) == "Åsa 契約")
        #expect(PlainText.decoded(Data([0xEF, 0xBB, 0xBF, 0x41])) == "A")
        #expect(PlainText.decoded(Data([0xFF, 0xFE, 0x41, 0, 0xE5, 0])) == "Aå")
        #expect(PlainText.decoded(Data([0xFE, 0xFF, 0, 0x41])) == "A")
        #expect(PlainText.decoded(Data([0x80, 0x20, 0x35])) == "€ 5")
        #expect(PlainText.decoded(Data([0x41, 0x1B, 0x42])) == nil)
        // The beginning of a file may end within a character.
        #expect(PlainText.decoded(Data("aå".utf8).dropLast(), isWhole: false) == "a")
        #expect(PlainText.decoded(Data("a𝄞".utf8).dropLast(), isWhole: false) == "a")
    }

    @Test("PNG files one after the other are taken apart, and nothing else is taken for one")
    func pictures() throws {
        let one = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg=="))
        #expect(PNGStream.files(in: one + one + one) == [one, one, one])
        #expect(PNGStream.files(in: Data()) == [])
        #expect(PNGStream.files(in: one + one.dropLast()) == nil)
        #expect(PNGStream.files(in: one + Data("x".utf8)) == nil)
        #expect(PNGStream.files(in: one.prefix(8)) == nil)
        #expect(PNGStream.files(in: Data(count: 8) + one.dropFirst(8)) == nil)
        var long = one
        long[8] = 0xFF
        #expect(PNGStream.files(in: long) == nil)
    }
}
