import Foundation
import HTTPMessages

/// The page's own files, embedded in the program.
///
/// The page loads two of them, made from all others: one script and one style sheet, whose names hold their digest. So
/// a browser fetches each once.
struct PageFiles: Sendable {
    /// Files by name; the page itself has the empty name.
    private let files: [String: StaticFile]
    /// The names of the files with a digest in their name.
    private let pinned: Set<String>

    static let all = PageFiles()

    /// The name of the page itself.
    static let main = "index.html"

    private init() {
        var files: [String: StaticFile] = [:]
        for (name, bytes) in Self.embedded { files[name] = StaticFile(Data(bytes), name: name) }
        var pinned: Set<String> = []
        let texts = files.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
        if let page = texts[Self.main], let bundle = PageBundle(of: page, among: texts) {
            func add(_ text: String, _ kind: String) -> String {
                let file = StaticFile(Data(text.utf8), name: kind)
                let name = Self.pinnedName(file.digest, kind)
                files[name] = file
                pinned.insert(name)
                return name
            }
            let whole = bundle.page(style: add(bundle.style, "css"), script: add(bundle.script, "js"))
            files[Self.main] = StaticFile(Data(whole.utf8), name: Self.main)
        }
        files[""] = files[Self.main]
        self.files = files
        self.pinned = pinned
    }

    private static func pinnedName(_ digest: String, _ kind: String) -> String { "page-\(digest).\(kind)" }

    /// Returns a file, or “not modified” if the browser has it already. Returns `nil` for an unknown
    /// file.
    func reply(_ name: String, to request: HTTPCall) -> HTTPReply? {
        if let file = files[name] { return file.reply(to: request, isPinned: pinned.contains(name)) }
        // The page came from a process with another version of the program.
        return successor(of: name).flatMap { files[$0] }?.reply(to: request)
    }

    /// The names of all files.
    var names: [String] { files.keys.sorted() }

    func contains(_ name: String) -> Bool { files[name] != nil || successor(of: name) != nil }

    /// Returns this version's name of a file with a digest in its name.
    private func successor(of name: String) -> String? {
        guard let match = name.wholeMatch(of: /page-[0-9a-f]{24}\.(js|css)/) else { return nil }
        return pinned.first { $0.hasSuffix(".\(match.1)") }
    }
}
