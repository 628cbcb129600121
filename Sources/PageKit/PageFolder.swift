import Foundation
import HTTPMessages
import Words

/// The files of one page: its own, and those of the kit.
///
/// The page loads three: one script and one style sheet, made from all others, and the sentences of its language. Their
/// names hold their digest, so a browser fetches each once.
package struct PageFolder: Sendable {
    /// Files by name; the page itself has the empty name.
    private let files: [String: StaticFile]
    /// The names of the files with a digest in their name.
    private let pinned: Set<String>
    /// The page itself, by the tag of its language.
    private let pages: [String: StaticFile]

    /// The name of the page itself.
    package static let main = "index.html"

    /// - Parameters:
    ///   - own: the page's own files. One of them comes instead of a file of the kit of the same name.
    ///   - words: the part of the catalogs that the page says
    ///   - place: the address of the files, relative to the page's
    package init(
        _ own: [(name: String, type: String, digest: String, text: String)], saying words: Catalog.Section,
        at place: String = ""
    ) {
        var files: [String: StaticFile] = [:]
        for file in KitFiles.all + own { files[file.name] = StaticFile(file) }
        var pinned: Set<String> = []
        let texts = files.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
        func add(_ text: String, _ begin: String, _ kind: String, _ type: String) -> String {
            let file = StaticFile(Data(text.utf8), type: "\(type); charset=utf-8")
            let name = "\(begin)-\(file.digest).\(kind)"
            files[name] = file
            pinned.insert(name)
            return name
        }
        var page = texts[Self.main] ?? ""
        if let bundle = PageBundle(of: page, among: texts, at: place) {
            page = bundle.page(
                style: add(bundle.style, "page", "css", "text/css"),
                script: add(bundle.script, "page", "js", "text/javascript"))
        }
        var pages: [String: StaticFile] = [:]
        for language in Language.all {
            let script = add(
                Catalog.of(language).script(words), "words-\(language.tag)", "js", "text/javascript")
            let whole = page.replacing(
                Self.plainStart, with: "<html lang=\"\(language.tag)\" dir=\"\(language.direction)\">"
            )
            .replacing("\"\(place)\(Self.wordsFile)\"", with: "\"\(place)\(script)\"")
            pages[language.tag] = StaticFile(Data(whole.utf8), type: "text/html; charset=utf-8")
        }
        files[Self.main] = pages[Language.english.tag]
        files[""] = files[Self.main]
        self.files = files
        self.pinned = pinned
        self.pages = pages
    }

    /// How a page begins in its file, and the address of the words in it.
    private static let plainStart = "<html lang=\"en\">"
    private static let wordsFile = "words.js"

    /// Returns the page itself in a language, or “not modified”.
    package func page(in language: Language, to request: HTTPCall) -> HTTPReply? {
        var reply = pages[language.tag]?.reply(to: request.headers)
        reply?.headers[.contentLanguage] = language.tag
        reply?.headers[.vary] = "Accept-Encoding, Accept-Language"
        return reply
    }

    /// Returns a file, or “not modified” if the browser has it already. Returns `nil` for an unknown
    /// file.
    package func reply(_ name: String, to request: HTTPCall) -> HTTPReply? {
        if let file = files[name] { return file.reply(to: request.headers, isPinned: pinned.contains(name)) }
        // The page came from a process with another version of the program.
        return successor(of: name).flatMap { files[$0] }?.reply(to: request.headers)
    }

    /// The names of all files.
    package var names: [String] { files.keys.sorted() }

    package func contains(_ name: String) -> Bool { files[name] != nil || successor(of: name) != nil }

    /// Returns this version's name of a file with a digest in its name.
    private func successor(of name: String) -> String? {
        guard let match = name.wholeMatch(of: /(page|words-[A-Za-z-]{2,10})-[0-9a-f]{24}\.(js|css)/) else { return nil }
        return pinned.first { $0.hasPrefix("\(match.1)-") && $0.count == name.count && $0.hasSuffix(".\(match.2)") }
    }
}
