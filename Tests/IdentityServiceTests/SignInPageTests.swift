import Foundation
import HTTPMessages
import Testing

@testable import IdentityService

@Suite("The files of the sign-in page")
struct SignInPageTests {
    @Test("The page loads one script and one style sheet, which browsers keep")
    func files() async throws {
        let stage = try await IdentityStage()
        let page = try await stage.call(.get, "web_app").reply
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
        let names = text.matches(of: /(?:src|href)="(hub\/page\/[^"]*)"/).map { String($0.1) }
        #expect(names.count { $0.contains("/page-") && $0.hasSuffix(".js") } == 1, "\(names)")
        #expect(names.count { $0.contains("/words-en-") } == 1 && names.count { $0.hasSuffix(".css") } == 1, "\(names)")
        for name in names where !name.hasSuffix(".svg") {
            let file = try await stage.call(.get, name).reply
            #expect(file.status == 200 && !file.body.isEmpty)
            #expect(file.headers[.cacheControl] == "public, max-age=31536000, immutable", "\(name)")
        }
    }

    @Test("The page is in the language of the browser")
    func language() async throws {
        let stage = try await IdentityStage()
        let page = try await stage.call(.get, "web_app", headers: ["Accept-Language": "ar-EG, en;q=0.8"]).reply
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(text.contains("<html lang=\"ar\" dir=\"rtl\">") && text.contains("hub/page/words-ar-"))
        #expect(page.headers[.contentLanguage] == "ar" && page.headers[.vary] == "Accept-Language")
    }

    @Test("The page itself is served nowhere without its policy", arguments: ["index.html", "%FF", "%", ""])
    func page(name: String) async throws {
        #expect(try await IdentityStage().call(.get, "hub/page/\(name)").status == 404)
    }

    @Test("Nobody changes, renews or deletes the application of the service's own page")
    func ownApplication() async throws {
        let stage = try await IdentityStage()
        let own = try await stage.store.ownApp(at: Date(timeIntervalSince1970: 0))
        #expect(try await stage.store.rotate(own.id) == nil)
        #expect(try await !stage.store.set(AppSettings(), of: own.id))
        #expect(try await !stage.store.deleteApp(own.id))
        #expect(try await stage.store.ownApp(at: Date(timeIntervalSince1970: 9)).key == own.key)
    }
}
