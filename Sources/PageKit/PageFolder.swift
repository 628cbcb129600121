import Essentials
import Foundation
import HTTPMessages
import Words

/// The files of one page: its own, and those of the kit.
///
/// The page loads three: one script and one style sheet, made from all others, and the sentences of its language. Their
/// names hold their digest, so a browser fetches each once. What a language has of its own is made when somebody first
/// asks for it.
package struct PageFolder: Sendable {
    /// Files by name, but for those of one language.
    private let files: [String: StaticFile]
    /// The names of the files with a digest in their name.
    private let pinned: Set<String>
    /// The page without a language.
    private let page: String
    private let words: Catalog.Section
    private let place: String
    /// What was made for languages, by their tags.
    private let made = Locked<[String: Edition]>([:])

    /// The page in one language.
    private struct Edition {
        let page: StaticFile
        let words: StaticFile
        let wordsName: String
    }

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
        func add(_ text: String, _ kind: String, _ type: String) -> String {
            let file = StaticFile(Data(text.utf8), type: "\(type); charset=utf-8")
            let name = "page-\(file.digest).\(kind)"
            files[name] = file
            pinned.insert(name)
            return name
        }
        var page = texts[Self.main] ?? ""
        if let bundle = PageBundle(of: page, among: texts, at: place) {
            page = bundle.page(
                style: add(bundle.style, "css", "text/css"), script: add(bundle.script, "js", "text/javascript"))
        }
        files[Self.main] = nil
        self.files = files
        self.pinned = pinned
        self.page = page
        self.words = words
        self.place = place
    }

    /// How a page begins in its file, and the address of the words in it.
    private static let plainStart = "<html lang=\"en\">"
    private static let wordsFile = "words.js"

    /// The page in a language, which is made once.
    private func edition(_ language: Language) -> Edition {
        made.withLock { made in
            if let known = made[language.tag] { return known }
            let catalog = Catalog.of(language)
            let script = Data(catalog.script(words).utf8)
            let without = catalog.sentence(self.words, "noscript") ?? ""
            let words = StaticFile(script, type: "text/javascript; charset=utf-8")
            let name = "words-\(language.tag)-\(words.digest).js"
            let whole = page.replacing(
                Self.plainStart, with: "<html lang=\"\(language.tag)\" dir=\"\(language.direction)\">"
            )
            .replacing("\"\(place)\(Self.wordsFile)\"", with: "\"\(place)\(name)\"")
            .replacing("{noscript}", with: HTMLText.escaped(without))
            let edition = Edition(
                page: StaticFile(Data(whole.utf8), type: "text/html; charset=utf-8"), words: words, wordsName: name)
            made[language.tag] = edition
            return edition
        }
    }

    /// The languages that something was made for.
    var madeLanguages: Set<String> { made.withLock { Set($0.keys) } }

    /// Returns the page itself in a language, or “not modified”.
    package func page(in language: Language, to request: HTTPCall) -> HTTPReply {
        var reply = edition(language).page.reply(to: request.headers)
        reply.headers[.contentLanguage] = language.tag
        reply.headers[.vary] = "Accept-Encoding, Accept-Language"
        return reply
    }

    /// Returns a file, or “not modified” if the browser has it already. Returns `nil` for an unknown
    /// file.
    package func reply(_ name: String, to request: HTTPCall) -> HTTPReply? {
        if Self.isPage(name) { return edition(.english).page.reply(to: request.headers) }
        if let language = Self.language(ofWords: name) {
            let edition = edition(language)
            // The words of a process with other ones come as they are here, and are not kept.
            return edition.words.reply(to: request.headers, isPinned: name == edition.wordsName)
        }
        if let file = files[name] { return file.reply(to: request.headers, isPinned: pinned.contains(name)) }
        // The page came from a process with another version of the program.
        return successor(of: name).flatMap { files[$0] }?.reply(to: request.headers)
    }

    /// The names of all files, but for those of one language.
    package var names: [String] { (files.keys + ["", Self.main]).sorted() }

    package func contains(_ name: String) -> Bool {
        files[name] != nil || Self.isPage(name) || Self.language(ofWords: name) != nil || successor(of: name) != nil
    }

    private static func isPage(_ name: String) -> Bool { name.isEmpty || name == main }

    /// Returns the language of a file of words, whatever the digest in its name.
    private static func language(ofWords name: String) -> Language? {
        guard let match = name.wholeMatch(of: /words-([A-Za-z-]{2,10})-[0-9a-f]{24}\.js/) else { return nil }
        return Language.all.first { $0.tag == match.1 }
    }

    /// Returns this version's name of a file with a digest in its name.
    private func successor(of name: String) -> String? {
        guard let match = name.wholeMatch(of: /page-[0-9a-f]{24}\.(js|css)/) else { return nil }
        return pinned.first { $0.hasSuffix(".\(match.1)") }
    }
}
