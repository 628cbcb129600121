import Foundation
import HTTPMessages

/// The files of one page: its own, and those of the kit.
///
/// The page loads two of them, made from all others: one script and one style sheet, whose names hold their digest. So
/// a browser fetches each once.
package struct PageFolder: Sendable {
    /// Files by name; the page itself has the empty name.
    private let files: [String: StaticFile]
    /// The names of the files with a digest in their name.
    private let pinned: Set<String>

    /// The name of the page itself.
    package static let main = "index.html"

    /// - Parameters:
    ///   - own: the page's own files. One of them comes instead of a file of the kit of the same name.
    ///   - place: the address of the files, relative to the page's
    package init(_ own: [(name: String, type: String, digest: String, text: String)], at place: String = "") {
        var files: [String: StaticFile] = [:]
        for file in KitFiles.all + own { files[file.name] = StaticFile(file) }
        var pinned: Set<String> = []
        let texts = files.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
        if let page = texts[Self.main], let bundle = PageBundle(of: page, among: texts, at: place) {
            func add(_ text: String, _ kind: String, _ type: String) -> String {
                let file = StaticFile(Data(text.utf8), type: "\(type); charset=utf-8")
                let name = "page-\(file.digest).\(kind)"
                files[name] = file
                pinned.insert(name)
                return name
            }
            let whole = bundle.page(
                style: add(bundle.style, "css", "text/css"), script: add(bundle.script, "js", "text/javascript"))
            files[Self.main] = StaticFile(Data(whole.utf8), type: "text/html; charset=utf-8")
        }
        files[""] = files[Self.main]
        self.files = files
        self.pinned = pinned
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
        guard let match = name.wholeMatch(of: /page-[0-9a-f]{24}\.(js|css)/) else { return nil }
        return pinned.first { $0.hasSuffix(".\(match.1)") }
    }
}
