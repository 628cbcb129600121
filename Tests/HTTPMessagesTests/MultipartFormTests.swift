import Foundation
import Testing

@testable import HTTPMessages

@Suite("Bodies in parts")
struct MultipartFormTests {
    private func form(_ text: String, type: String = "multipart/form-data; boundary=x", mostParts: Int = 5)
        -> MultipartForm?
    {
        MultipartForm(Data(text.replacing("\n", with: "\r\n").utf8), type: type, mostParts: mostParts)
    }

    @Test("Each part has its headers and its bytes, whatever they are")
    func parts() throws {
        let body =
            Data("preamble\r\n--a b\r\nContent-Disposition: form-data; name=\"one\"\r\nX: y\r\n\r\n".utf8)
            + [0, 13, 10, 255, 45, 45] + Data("\r\n--a b \r\n\r\nbare\r\n--a b--\r\nepilogue".utf8)
        let form = try #require(MultipartForm(body, type: "multipart/form-data; boundary=\"a b\"", mostParts: 2))
        #expect(form.parts.count == 2)
        #expect(form.parts[0].name == "one" && form.parts[0].headers["x"] == "y")
        #expect(form.parts[0].body == Data([0, 13, 10, 255, 45, 45]))
        #expect(form.parts[1].name == nil && form.parts[1].body == Data("bare".utf8))
    }

    @Test("A parameter is found among others, and a semicolon within quotation marks divides nothing")
    func parameters() throws {
        let form = try #require(
            self.form(
                """
                --x
                content-disposition: file; filename="a;documentid=9.pdf"; DocumentId=2
                Content-Type: Application/PDF; q=1

                .
                --x--
                """))
        let part = try #require(form.parts.first)
        #expect(part.parameter("documentid", of: "content-disposition") == "2")
        #expect(part.parameter("filename", of: "content-disposition") == "a;documentid=9.pdf")
        #expect(part.parameter("name", of: "content-disposition") == nil && part.mediaType == "application/pdf")
    }

    @Test(
        "A body that is cut off, repeats a header or has no boundary is no form",
        arguments: [
            "--x\nA: b\n\nc", "--x\nA: b\n\nc\n--x", "--x\nA: b", "--y\n\nc\n--y--", "", "--x\nA: b\na: c\n\nd\n--x--",
            "--x\nno colon\n\nd\n--x--", "--xyz\n\nc\n--x--",
        ])
    func malformed(text: String) {
        #expect(form(text) == nil)
    }

    @Test("The boundary has 1 to 70 bytes, and the parts have a limit")
    func limits() {
        #expect(form("--x\n\nc\n--x--", type: "multipart/form-data") == nil)
        #expect(form("--\n\nc\n----", type: "multipart/form-data; boundary=") == nil)
        let long = String(repeating: "b", count: 70)
        #expect(form("--\(long)\n\nc\n--\(long)--", type: "a/b; boundary=\(long)")?.parts.count == 1)
        #expect(form("--\(long)b\n\nc\n--\(long)b--", type: "a/b; boundary=\(long)b") == nil)
        let two = "--x\n\na\n--x\n\nb\n--x--"
        #expect(form(two, mostParts: 2)?.parts.count == 2)
        #expect(form(two, mostParts: 1) == nil)
    }
}
