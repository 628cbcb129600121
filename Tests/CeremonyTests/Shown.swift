import Foundation
import PageImages

/// What Poppler reads from a PDF: the text that a person would see.
enum Shown {
    /// A word as Poppler gives it with its box: letters that are read from right to left in their order on the page.
    static func asItStands(_ word: String) -> String {
        let isRightToLeft = word.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
        return isRightToLeft ? String(String.UnicodeScalarView(word.unicodeScalars.reversed())) : word
    }

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
