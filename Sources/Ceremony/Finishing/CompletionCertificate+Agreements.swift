import Envelopes
import Foundation

/// The texts that people agreed to, in full and in the language in which they agreed.
extension CompletionCertificate {
    /// A text, and the people who agreed to it.
    private struct Agreement {
        let hash: BlobHash
        var people: [String]
    }

    /// The agreements in the order in which people gave them, also those of people who later passed their part on.
    private var given: [Agreement] {
        var given: [Agreement] = []
        for event in history.events {
            guard case .consented(_, let hash) = event.body else { continue }
            let name = event.actor.name
            guard let known = given.firstIndex(where: { $0.hash == hash }) else {
                given.append(Agreement(hash: hash, people: [name]))
                continue
            }
            if !given[known].people.contains(name) { given[known].people.append(name) }
        }
        return given
    }

    /// Returns an agreed text with marks of direction in place of isolates, which are not set on paper.
    private static func marked(_ text: String) -> String {
        let isFromTheRight = text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) }
        let mark: Character = isFromTheRight ? "\u{200F}" : "\u{200E}"
        return String(text.map { $0 == "\u{2068}" || $0 == "\u{2069}" ? mark : $0 })
    }

    func agreements(_ layout: inout CertificateLayout) {
        let given = given.compactMap { agreement in agreed[agreement.hash].map { (agreement, $0) } }
        guard !given.isEmpty else { return }
        section(.sectionAgreed, followedBy: 6 * CertificateLayout.Style.body.leading, &layout)
        for (agreement, text) in given {
            layout.reserve(6 * CertificateLayout.Style.body.leading)
            layout.anyDirection(Self.marked(text.title), .strong, .subheading)
            layout.paragraph(say(.agreedBy, ["people": say.listed(agreement.people)]), .body)
            layout.y += 2
            layout.within(.table) { layout in
                layout.row("SHA-256", agreement.hash.rawValue, labelWidth: Self.labelWidth, style: .hash)
            }
            layout.y += 4
            for paragraph in text.paragraphs where !paragraph.isEmpty {
                layout.anyDirection(Self.marked(paragraph), .body)
                layout.y += 4
            }
            layout.y += 6
        }
    }
}
