import Foundation
import Testing

@testable import HTTPMessages

@Suite("Requests as values")
struct RequestTests {
    @Test(
        "A target is a path as sent and decoded parameters, of which the first of a name counts",
        arguments: [
            ("/a%20b?x=1&x=2&y=a+b%26", "/a%20b", ["x": "1", "y": "a b&"], "a b"),
            ("/?", "/", [:], ""), ("/x?=1&&z", "/x", ["": "1", "z": ""], "x"),
            ("/x?a=b=c?d", "/x", ["a": "b=c?d"], "x"), ("/%FF", "/%FF", [:], nil),
            ("/x?bad=%FF", "/x", ["bad": "\u{FFFD}"], "x"),
            ("/x?a=100%&b=%zz+%41%F0%9F", "/x", ["a": "100%", "b": "%zz A\u{FFFD}"], "x"),
        ] as [(String, String, [String: String], String?)])
    func targets(text: String, path: String, query: [String: String], decoded: String?) {
        let target = RequestTarget(text)
        #expect(target.path == path && target.query == query && target.relativePath == decoded)
    }

    @Test("What is put into a query comes out of it, whatever it is")
    func round() {
        let items = [("a&b", "c=d"), ("Zoë", "日本 +%"), ("e", "")]
        #expect(FormText.items(FormText.text(items)) == ["a&b": "c=d", "Zoë": "日本 +%", "e": ""])
        #expect(FormText.adding([("x", "1")], to: "https://a.example/") == "https://a.example/?x=1")
        #expect(FormText.adding([("x", "1")], to: "https://a.example/?y=2") == "https://a.example/?y=2&x=1")
    }

    @Test(
        "A port is left out or one that a connection can have",
        arguments: [
            ("https://a.example", true), ("https://a.example:1", true), ("https://a.example:65535/x", true),
            ("https://a.example:/x", true), ("https://[::1]:443", true), ("https://[::1]", true),
            ("https://u:7@a.example", true), ("https://a.example:0", false), ("https://a.example:65536", false),
            ("https://[::1]:99999", false), ("https://u:7@a.example:70000/", false),
        ])
    func ports(address: String, isUsable: Bool) throws {
        #expect(try #require(URL(string: address)).hasUsablePort == isUsable)
    }

    @Test("Fields are found by any spelling of their name; cookies and media types are read apart")
    func fields() throws {
        var fields = HTTPFields(["X-Own": "1", "not a name": "2"] as [String: String])
        #expect(fields[named: "x-own"] == "1" && fields[named: "not a name"] == nil && fields.count == 1)
        fields[.contentType] = "Application/JSON ; charset=utf-8"
        fields[.cookie] = "a=1; b=2;a = 3; c"
        #expect(fields.mediaType == "application/json")
        #expect(fields.cookies(named: "a") == ["1", "3"] && fields.cookies(named: "c").isEmpty)
        let replaced = fields.replacing(HTTPFields(["X-Own": "4"] as [String: String]))
        #expect(replaced[named: "X-Own"] == "4" && replaced[.contentType] == fields[.contentType])
    }

    @Test("A call with a path has no URL; one with a URL has both")
    func calls() throws {
        let call = HTTPCall(.post, "/a?b=c", body: Data("x".utf8))
        #expect(call.url == nil && call.path == "/a" && call.target.query == ["b": "c"] && call.method == .post)
        let url = try #require(URL(string: "https://a.example/p?q=r"))
        #expect(HTTPCall(url: url).path == "/p" && HTTPCall(url: url).url == url)
    }
}
