import Essentials
import Foundation
import Mustache
import Words

/// Turns letters into texts. All letters share one template for plain text and one for HTML; what differs are the
/// sentences.
package struct LetterTemplates: Sendable {
    private let text: MustacheTemplate
    private let html: MustacheTemplate

    /// - Throws: ``MailProblem/template(_:)``
    package init() throws(MailProblem) {
        text = try Self.template(of: "letter.txt.mustache")
        html = try Self.template(of: "letter.html.mustache")
    }

    private static func template(of file: String) throws(MailProblem) -> MustacheTemplate {
        guard let text = LetterFiles.all.first(where: { $0.name == file })?.text else {
            throw .template("There is no \(file).")
        }
        do {
            // Nothing is escaped in the templates; see HTMLText.
            return try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}\(text)")
        } catch {
            throw .template("\(error)")
        }
    }

    package func render(_ letter: Letter) -> RenderedLetter {
        let facts = LetterFacts(letter, LetterSentences(.best(for: [letter.language])))
        return RenderedLetter(
            subject: facts.subject,
            text: Self.tidied(text.render(facts.values)),
            html: html.render(HTMLText.escaped(facts.values)),
            images: letter.brand.logo.map { [$0] } ?? [])
    }

    /// Returns the text with at most one empty line in a row, and none at the start.
    private static func tidied(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false)
        where !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
        return lines.joined(separator: "\n")
    }
}
