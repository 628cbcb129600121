/// Sentences about what happened, in one language: a code and its facts go in, whole sentences come out.
package struct SentenceTable: Sendable {
    /// A sentence with the names of facts in braces, such as `{limit}`.
    enum Entry: Sendable, ExpressibleByStringLiteral {
        case always(String)
        /// Chosen by how many names the fact `names` has, or by the fact `count`.
        case counted(one: String, other: String)

        init(stringLiteral text: String) { self = .always(text) }
    }

    /// The language's tag (RFC 5646).
    let language: String
    /// How the language lists names.
    let list: @Sendable ([String]) -> String
    /// By the codes of the errors.
    let entries: [String: Entry]

    /// Returns the sentence for a code; the code itself if there is none, which a test rules out.
    func sentence(for code: String, _ facts: [String: Fact]) -> String {
        guard let entry = entries[code] else { return code }
        switch entry {
        case .always(let text): return filled(text, facts)
        case .counted(let one, let other): return filled(Self.count(facts) == 1 ? one : other, facts)
        }
    }

    private static func count(_ facts: [String: Fact]) -> Int {
        switch (facts["count"], facts["names"]) {
        case (.number(let count), _): count
        case (_, .names(let names)): names.count
        default: 0
        }
    }

    /// A fact with braces of its own is filled in as it is.
    private func filled(_ text: String, _ facts: [String: Fact]) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            output += rest[..<start] + (facts[name].map(written) ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return output + rest
    }

    private func written(_ fact: Fact) -> String {
        switch fact {
        case .text(let text): text
        case .number(let number): String(number)
        case .names(let names): list(names)
        }
    }
}
