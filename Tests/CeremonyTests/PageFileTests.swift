import CZlib
import Envelopes
import Foundation
import HTTPMessages
import PageKit
import Testing
import Words

@testable import Ceremony
@testable import PageKit

@Suite("The page's files on the way")
struct PageFileTests {
    private func get(_ name: String, _ headers: HTTPFields = [:]) throws -> HTTPReply {
        try #require(PageFiles.all.reply(name, to: HTTPCall(.get, name, headers: headers)))
    }

    /// The names of the style sheet and the script that the page loads.
    private func loaded() throws -> (style: String, script: String) {
        let page = String(decoding: try get("").body, as: UTF8.self)
        let style = try #require(page.firstMatch(of: /<link rel="stylesheet" href="(.*)">/))
        let script = try #require(page.firstMatch(of: /<script type="module" src="(.*)">/))
        #expect(page.matches(of: /<link rel="stylesheet"/).count == 1)
        #expect(
            page.matches(of: /<script type="module"/).count == 1 && page.matches(of: /<script src="words-/).count == 1)
        return (String(style.1), String(script.1))
    }

    @Test("The page loads one script made of all modules, and one style sheet")
    func bundle() throws {
        let (style, script) = try loaded()
        let whole = String(decoding: try get(script).body, as: UTF8.self)
        #expect(!whole.contains(/(^|\n)(import|export)\b/))
        let styles = String(decoding: try get(style).body, as: UTF8.self)
        for (name, _, _, own) in CeremonyFiles.all + KitFiles.all {
            // The page never loads the shapes' descriptions.
            if name.hasSuffix(".js"), name != "types.js" {
                let module = "const module_\(name.replacing(/[^A-Za-z0-9]/, with: "_")) = "
                #expect(whole.ranges(of: module).count == 1, "\(name)")
            }
            if name.hasSuffix(".css") { #expect(styles.contains(own), "\(name)") }
        }
    }

    @Test("A browser keeps what has its digest in its name forever, and asks again for everything else")
    func caching() throws {
        let (style, script) = try loaded()
        for name in [style, script] {
            #expect(try get(name).headers[.cacheControl] == "public, max-age=31536000, immutable")
        }
        for name in ["", "app.js"] { #expect(try get(name).headers[.cacheControl] == "no-cache") }
        // A page of another version of the program finds what takes its script's place.
        let other = "page-\(String(repeating: "0", count: 24)).js"
        #expect(try get(other).body == get(script).body)
        #expect(try get(other).headers[.cacheControl] == "no-cache")
        #expect(PageFiles.all.reply("page-0.js", to: HTTPCall(.get, "page-0.js")) == nil)
    }

    @Test("The page comes with the sentences of its language, which browsers keep", arguments: Language.all)
    func languages(_ language: Language) throws {
        let page = PageFiles.all.page(in: language, to: HTTPCall(.get, ""))
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(text.contains("<html lang=\"\(language.tag)\" dir=\"\(language.direction)\">"))
        #expect(page.headers[.contentLanguage] == language.tag)
        #expect(page.headers[.vary] == "Accept-Encoding, Accept-Language")
        let name = try #require(text.firstMatch(of: /<script src="(words-[^"]*)">/)?.1)
        let words = try get(String(name))
        #expect(words.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(String(decoding: words.body, as: UTF8.self) == Catalog.of(language).script(.page))
        // A page of another version of the program finds the sentences of its own language.
        let other = "words-\(language.tag)-\(String(repeating: "0", count: 24)).js"
        #expect(try get(other).body == words.body)
    }

    @Test("What a language has of its own is made once, when somebody first asks for it")
    func languagesOnDemand() async throws {
        let folder = PageFolder(CeremonyFiles.all, saying: .page)
        #expect(folder.contains("words-de-\(String(repeating: "0", count: 24)).js") && folder.madeLanguages == [])
        let tags = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 {
                group.addTask { folder.page(in: .best(for: ["de"]), to: HTTPCall(.get, "")).headers[.eTag] }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tags.count == 1 && folder.madeLanguages == ["de"])
        // The name of another version's words is enough to ask for this one's.
        let other = "words-he-\(String(repeating: "0", count: 24)).js"
        let words = try #require(folder.reply(other, to: HTTPCall(.get, other)))
        #expect(words.headers[.cacheControl] == "no-cache" && folder.madeLanguages == ["de", "he"])
        #expect(folder.reply("words-x-\(String(repeating: "0", count: 24)).js", to: HTTPCall(.get, "")) == nil)
    }

    @Test("The page is in the language that its address, the sender or the browser asks for")
    func choice() async throws {
        func language(_ path: String, _ accepted: String, of recipient: String? = nil) async throws -> String? {
            let scene = try Scene(recipients: ["Ada"]) { definition in
                definition.recipients[0].emailNotification = recipient.map { EmailNotification(language: $0) }
            }
            let reply = await scene.host("1").answer(HTTPCall(.get, path, headers: [.acceptLanguage: accepted]))
            return reply.headers[.contentLanguage]
        }
        #expect(try await language("", "it, en;q=0.5") == "it")
        #expect(try await language("", "it", of: "zh-Hant") == "zh-Hant")
        #expect(try await language("?lang=he", "it", of: "zh-Hant") == "he")
        #expect(try await language("?lang=x", "pl") == "en")
    }

    @Test(
        "Where nobody names a language that there is, the account's comes before English", arguments: ["", "session"])
    func accountLanguage(path: String) async throws {
        let scene = try Scene()
        var configuration = CeremonyConfiguration()
        configuration.accountLanguage = { $0 == "account" ? "de" : nil }
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        for (accepted, words) in [("pl", "de"), ("", "de"), ("pl, fr;q=0.1", "fr"), ("en", "en")] {
            let reply = await host.get(path, headers: [.acceptLanguage: accepted])
            let text = String(decoding: reply.body, as: UTF8.self)
            let agreed = Catalog.of(.best(for: [words])).sentence(.disclosure, "title") ?? ""
            #expect(path.isEmpty ? text.contains("<html lang=\"\(words)\"") : text.contains(agreed), "\(accepted)")
        }
    }

    @Test("Files are compressed for clients that take gzip, and for nobody else")
    func compression() throws {
        let (style, script) = try loaded()
        for name in [style, script, "dialog.js"] {
            let plain = try get(name)
            #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
            for refusing in ["identity", "br", "gzip;q=0", "gzip; q=0.0"] {
                #expect(try get(name, [.acceptEncoding: refusing]) == plain)
            }
            let coded = try get(name, [.acceptEncoding: "deflate, GZIP;q=0.5, br"])
            #expect(coded.headers[.contentEncoding] == "gzip" && coded.headers[.vary] == "Accept-Encoding")
            #expect(coded.body.count < plain.body.count && coded.headers[.eTag] != plain.headers[.eTag])
            #expect(try inflated(coded.body) == plain.body)
            let tag = try #require(coded.headers[.eTag])
            let again = try get(name, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
            #expect(again.status == 304 && again.body.isEmpty && again.headers[.contentEncoding] == nil)
            // Who holds the plain form needs no other; the answer names the form that is held.
            let own = try #require(plain.headers[.eTag])
            let held = try get(name, [.acceptEncoding: "gzip", .ifNoneMatch: own])
            #expect(held.status == 304 && held.headers[.eTag] == own)
            // A proxy that compresses makes a tag weak.
            #expect(try get(name, [.ifNoneMatch: "\"x\", W/\(own)"]).status == 304)
            #expect(try get(name, [.acceptEncoding: "identity", .ifNoneMatch: tag]).status == 200)
        }
        let (all, first) = (
            (CeremonyFiles.all + KitFiles.all).reduce(0) { $0 + $1.text.utf8.count }, [style, script, ""]
        )
        let sent = try first.reduce(0) { try $0 + get($1, [.acceptEncoding: "gzip"]).body.count }
        #expect(sent < all / 3)
    }

    @Test(
        "The session is fetched beside the script, except where only the script has a token", arguments: [false, true])
    func preload(byScript: Bool) async throws {
        let scene = try Scene()
        var configuration = CeremonyConfiguration()
        configuration.picturesByScript = byScript
        let host = CeremonyHost(
            ledger: scene.desk.ledger, envelopeID: scene.desk.id, recipientID: "1", renderer: PlainRenderer(),
            typesetter: scene.typesetter, authority: scene.authority, configuration: configuration)
        let link = byScript ? nil : "<session>; rel=preload; as=fetch; crossorigin"
        #expect(await host.get("").headers[named: "Link"] == link)
        #expect(await host.get("app.js").headers[named: "Link"] == nil)
    }

    @Test("A long answer in JSON is compressed for a client that takes gzip")
    func answers() async throws {
        let host = try Scene().host()
        let plain = await host.get("session")
        let coded = await host.get("session", headers: [.acceptEncoding: "gzip"])
        #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
        #expect(coded.headers[.contentEncoding] == "gzip")
        #expect(try inflated(coded.body) == plain.body)
        // A picture is compressed already.
        let picture = await host.get("documents/1/pages/1/image", headers: [.acceptEncoding: "gzip"])
        #expect(picture.headers[.contentEncoding] == nil && picture.headers[.vary] == nil)
    }

    @Test("A module in a form that the bundle does not know leaves the page with its modules")
    func unknownForm() {
        let page = "<link rel=\"stylesheet\" href=\"a.css\">\n<script type=\"module\" src=\"a.js\"></script>\n"
        func bundle(_ script: String) -> PageBundle? {
            PageBundle(of: page, among: ["a.css": "", "a.js": script, "b.js": "export const b = 1;\n"])
        }
        #expect(bundle("import { b } from \"./b.js\";\nb();") != nil)
        for script in ["import b from \"./b.js\";", "export default 1;", "import { c } from \"./c.js\";"] {
            #expect(bundle(script) == nil)
        }
    }

    /// Returns the content of a gzip file.
    private func inflated(_ data: Data) throws -> Data {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var output = Data(count: 1 << 20)
        let status = output.withUnsafeMutableBytes { target in
            data.withUnsafeBytes { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(target.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        try #require(status == Z_STREAM_END)
        return output.prefix(Int(stream.total_out))
    }
}
