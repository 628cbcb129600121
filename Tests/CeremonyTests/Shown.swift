import Foundation
import PageImages

/// What Poppler reads from a PDF: the text that a person would see.
enum Shown {
    /// The words of its first pages in reading order.
    static func text(of pdf: Data, pages: Int = 2) async throws -> String {
        let renderer = try PopplerPageRenderer()
        let source = PageSource(hash: String(repeating: "0", count: 64)) { pdf }
        var words: [String] = []
        for page in 1...pages {
            words += try await renderer.words(onPage: page, of: source).map(\.text)
        }
        return words.joined(separator: " ")
    }
}
