import Foundation
import TestSupport
import Testing

@testable import Countersign

@Suite("Configuration")
struct ConfigurationTests {
    private func configuration(_ server: String = "https://sign.example.org/restapi") throws -> CountersignConfiguration
    {
        CountersignConfiguration(
            server: try #require(URL(string: server)), credentials: MemoryCredentialStore(),
            transport: ScriptedTransport { _ in HTTPReply(status: 500) })
    }

    @Test(
        "The API timeout is limited to between 30 and 1,200 seconds",
        arguments: [
            (120.0, 120.0), (30, 30), (29.9, 30), (0, 30), (-1, 30), (1200, 1200), (1201, 1200), (.infinity, 120),
        ])
    func timeout(_ given: Double, _ taken: Double) throws {
        var configuration = try configuration()
        #expect(configuration.apiTimeout == 120)
        configuration.apiTimeout = given
        #expect(configuration.apiTimeout == taken)
    }

    @Test("The defaults are the documented ones")
    func defaults() throws {
        let configuration = try configuration()
        #expect(!CountersignConfiguration.sendsTelemetry)
        #expect(!configuration.allowsPlainHTTP)
        #expect(configuration.loggingLevel == .error)
        #expect(configuration.returnURL.absoluteString == "https://docusignink/signing")
        #expect(configuration.offline.tabDefaultComparison == .strict)
        #expect(configuration.offline.savesProgress && configuration.offline.allowsSigningLater)
        #expect(!configuration.offline.nextGoesOnlyToBlankRequired)
        #expect(
            !configuration.offline.unusableFields.zipToText && configuration.offline.unusableFields.unlocksEmptyRequired
        )
        #expect(configuration.roleMatching == .strict && configuration.language == nil && configuration.consent == nil)
        #expect(configuration.storageFolder.lastPathComponent == "Countersign")
    }

    @Test(
        "The server's address is taken with and without /restapi",
        arguments: [
            ("https://Sign.Example.org/restapi", "https://sign.example.org/restapi", "https://sign.example.org/"),
            ("https://sign.example.org", "https://sign.example.org/restapi", "https://sign.example.org/"),
            (
                "https://sign.example.org/restapi/?a=b#c", "https://sign.example.org/restapi",
                "https://sign.example.org/"
            ),
            ("https://example.org/sub/restapi", "https://example.org/sub/restapi", "https://example.org/sub/"),
            ("http://127.0.0.1:8080/restapi", "http://127.0.0.1:8080/restapi", "http://127.0.0.1:8080/"),
            ("http://[::1]:8080", "http://[::1]:8080/restapi", "http://[::1]:8080/"),
        ])
    func address(_ given: String, _ api: String, _ root: String) throws {
        let address = try ServerAddress(try #require(URL(string: given)))
        #expect(address.api.absoluteString == api)
        #expect(address.root.absoluteString == root)
    }

    @Test(
        "A server without TLS is refused unless the app allows it",
        arguments: ["http://sign.example.org/restapi", "http://127.0.0.1.example.org", "http://localhost.example.org"])
    func plainHTTP(_ server: String) throws {
        var configuration = try configuration(server)
        #expect(throws: CountersignError.invalidConfiguration(what: "the server's address is not https")) {
            try CountersignClient(configuration)
        }
        configuration.allowsPlainHTTP = true
        _ = try CountersignClient(configuration)
    }

    @Test(
        "An invalid server address is refused",
        arguments: ["ftp://sign.example.org", "https:/restapi", "file:///tmp", "https://me:secret@sign.example.org"])
    func noServer(_ server: String) throws {
        let configuration = try configuration(server)
        #expect(throws: CountersignError.self) { try CountersignClient(configuration) }
    }

    @Test(
        "An unsafe return URL is refused",
        arguments: [
            "javascript:alert(1)", "/relative", "https:/nohost", "file:///etc/passwd", "mailto:ada@example.org",
            "https://example.org/" + String(repeating: "a", count: 460),
        ])
    func unsafeReturnURL(_ address: String) throws {
        var configuration = try configuration()
        configuration.returnURL = try #require(URL(string: address))
        #expect(throws: CountersignError.self) { try CountersignClient(configuration) }
    }

    @Test(
        "A return URL on the web or in an app's own scheme is accepted as it is written",
        arguments: [
            "https://docusignink/signing", "https://app.example.org/done?a=%2B#part", "com.example.app://signed",
            "http://localhost:8080/done", "https://example.org/" + String(repeating: "a", count: 450),
        ])
    func returnURL(_ address: String) throws {
        var configuration = try configuration()
        configuration.returnURL = try #require(URL(string: address))
        #expect(try CountersignClient(configuration).configuration.returnURL.absoluteString == address)
    }

    @Test(
        "Languages have the API's codes",
        arguments: [
            ("fr_CA", "fr_CA"), ("fr-ca", "fr_CA"), ("ja", "ja"), ("JA", "ja"), ("f", nil), ("fr_CAN", nil),
            ("fr&x=1", nil), ("", nil),
        ])
    func languages(_ given: String, _ taken: String?) {
        #expect(SigningLanguage(rawValue: given)?.rawValue == taken)
    }

    @Test("There are 44 documented languages without repeats, and the device's is one of them")
    func allLanguages() {
        #expect(SigningLanguage.allCases.count == 44)
        #expect(Set(SigningLanguage.allCases).count == 44)
        for language in SigningLanguage.allCases { #expect(SigningLanguage(rawValue: language.rawValue) == language) }
        #expect(SigningLanguage.nearest(to: Locale(identifier: "fr_CA")).rawValue == "fr_CA")
        #expect(SigningLanguage.nearest(to: Locale(identifier: "fr_BE")).rawValue == "fr")
        #expect(SigningLanguage.nearest(to: Locale(identifier: "zh_SG")).rawValue == "zh_CN")
        #expect(SigningLanguage.nearest(to: Locale(identifier: "xx_XX")).rawValue == "en")
    }

    @Test(
        "The nearest language matches by script and region",
        arguments: [
            ("zh", "zh_CN"), ("zh-Hans", "zh_CN"), ("zh-Hans-HK", "zh_CN"), ("zh_SG", "zh_CN"), ("cmn-CN", "zh_CN"),
            ("zh-Hant", "zh_TW"), ("zh-Hant-CN", "zh_TW"), ("zh-TW", "zh_TW"), ("zh_HK", "zh_TW"), ("zh-MO", "zh_TW"),
            ("zh_Hant_HK", "zh_TW"), ("yue", "zh_TW"), ("yue-Hans", "zh_CN"),
            ("pt", "pt"), ("pt-PT", "pt"), ("pt_AO", "pt"), ("pt-BR", "pt_BR"), ("pt-Latn-BR", "pt_BR"),
            ("es", "es"), ("es-ES", "es"), ("es-MX", "es_MX"), ("es-419", "es_MX"), ("es_AR", "es_MX"),
            ("en-US", "en"), ("en-GB", "en_GB"), ("en_GB@rg=uszzzz", "en_GB"), ("en_US@rg=gbzzzz", "en"),
            ("fr-CA", "fr_CA"), ("fr-CH", "fr"), ("de-CH-1996", "de"),
            ("sr", "sr"), ("sr-Latn", "sr"), ("sr-Latn-RS", "sr"), ("sr_ME", "sr"),
            ("nb-NO", "no"), ("nn", "no"), ("iw", "he"), ("in-ID", "id"),
            ("hi", "hi"), ("hi-Latn", "en"), ("ms-Arab", "en"), ("ja-JP", "ja"), ("ko-KR", "ko"), ("xx", "en"),
            ("", "en"),
        ])
    func nearestLanguage(to identifier: String, is code: String) {
        #expect(SigningLanguage.nearest(to: Locale(identifier: identifier)).rawValue == code)
    }

    @Test("Every documented language is the nearest to itself", arguments: SigningLanguage.allCases)
    func nearestToItself(language: SigningLanguage) {
        #expect(SigningLanguage.nearest(to: Locale(identifier: language.rawValue)) == language)
    }

    @Test("The log has nothing above its level, and nothing at all when it is off")
    func logging() {
        let lines = Tally()
        let write: @Sendable (CountersignConfiguration.LoggingLevel, String) -> Void = { _, _ in lines.add() }
        for level in CountersignConfiguration.LoggingLevel.allCases {
            let log = ClientLog(level: level, write: write)
            log(.off, "nothing")
            log(.error, "an error")
            log(.warning, "a warning")
            log(.debug, "a detail")
        }
        #expect(lines.value == 0 + 1 + 2 + 3)
    }
}
