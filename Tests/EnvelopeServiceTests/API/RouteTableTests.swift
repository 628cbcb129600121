import Foundation
import Testing

@testable import EnvelopeService

@Suite("Routes by path and method")
struct RouteTableTests {
    private static let table = RouteTable(
        [
            APIRoute(.get, "a/:id/b"), APIRoute(.post, "a/:id/b"), APIRoute(.get, "a/fixed/b"), APIRoute(.put, "c/**"),
            APIRoute(.get, "once", answersHead: false),
        ])

    @Test("A name in the pattern matches one percent-decoded part of the path")
    func names() throws {
        let found = try #require(Self.table.find(.post, "/a/x%2Fy/b"))
        #expect(found.route.method == .post && found.parameters == ["id": "x/y"])
        #expect(found.allowed == ["GET", "HEAD", "POST"])
        #expect(Self.table.find(.get, "/a/x/y/b") == nil && Self.table.find(.get, "/a/x") == nil)
    }

    @Test("The first matching pattern wins, and a wrong method still finds the route")
    func order() throws {
        #expect(try #require(Self.table.find(.get, "/a/fixed/b")).route.path == "a/:id/b")
        let wrong = try #require(Self.table.find(.delete, "/once"))
        #expect(wrong.allowed == ["GET"])
    }

    @Test("An open end matches one or more parts")
    func openEnd() {
        #expect(Self.table.find(.put, "/c/x") != nil && Self.table.find(.put, "/c/x/y/z") != nil)
        #expect(Self.table.find(.put, "/c") == nil)
    }
}

extension APIRoute {
    fileprivate init(_ method: HTTPRequest.Method, _ path: String, answersHead: Bool = true) {
        self.init(method, path, answersHead: answersHead) { _ in HTTPReply(status: 200) }
    }
}
