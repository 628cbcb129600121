import Foundation
import PageImages

/// What Poppler reads from a PDF: the text that a person would see.
enum Shown {
    /// The words of its first pages in reading order.
    static func text(of pdf: Data, pages: Int = 2) async throws -> String {
        var texts: [String] = []
        for page in 1...pages { texts += try await words(of: pdf, onPage: page).map(\.text) }
        return texts.joined(separator: " ")
    }

    /// The words of a page, with their places.
    static func words(of pdf: Data, onPage page: Int) async throws -> [WordBox] {
        try await PopplerPageRenderer()
            .words(onPage: page, of: PageSource(hash: String(repeating: "0", count: 64)) { pdf })
    }
}
