import Envelopes
import Foundation
import PageImages
import Testing

@testable import Ceremony

/// Draws everything but one page, and knows it.
private struct BlindRenderer: PageRenderer {
    let page: Int

    func image(ofPage page: Int, of source: PageSource, width: Int) async throws -> Data { Data() }
    func words(onPage page: Int, of source: PageSource) async throws -> [WordBox] { [] }

    func knownProblem(ofPage page: Int, of source: PageSource) -> PageImageError? {
        page == self.page ? .unrenderable(page: page, reason: "Syntax Error in /tmp/x") : nil
    }
}

@Suite("Pages that cannot be drawn")
struct UndrawnPageTests {
    @Test("Finish is refused with a sentence that names the page", arguments: [(2, true), (9, false)])
    func holdsFinish(page: Int, holds: Bool) async throws {
        let scene = try Scene()
        let response = await scene.host(renderer: BlindRenderer(page: page)).send(.post, "finish")
        let answer = try Answer(response)
        #expect((answer.error?.code == "page_unavailable") == holds)
        if holds {
            #expect(response.status == 422)
            #expect(answer.error?.message.hasPrefix("You have not signed yet. We cannot show page 2 of “") == true)
            #expect(answer.error?.message.contains("/tmp") == false)
        }
    }

    @Test(
        "An error message hides program output and folder names",
        arguments: [
            (PageImageError.unrenderable(page: 3, reason: "Syntax Error (8): /x"), 422, "Page 3 cannot be shown."),
            (.timedOut(page: 3, seconds: 20), 422, "Page 3 cannot be shown: it takes too long to draw."),
            (.programFailed(reason: "no file in /var/x"), 503, "We cannot show the pages right now"),
            (.fileProblem(path: "/var/x", reason: "x"), 503, "We cannot show the pages right now"),
            (.programMissing(path: "/usr/bin/x", package: "x"), 503, "We cannot show the pages right now"),
        ])
    func words(error: PageImageError, status: Int, sentence: String) throws {
        let response = CeremonyError(error).response(returningTo: .none)
        let answer = try Answer(response)
        #expect(response.status == status)
        #expect(answer.error?.message.hasPrefix(sentence) == true)
        #expect(answer.error?.message.contains("/") == false)
    }
}
