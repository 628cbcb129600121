import Foundation
import Testing

@testable import IdentityService

@Suite("Files that associate apps with the service")
struct AssociationTests {
    private static let certificate = Array(repeating: "A1", count: 32).joined(separator: ":")

    @Test("They name the apps of every application, each once, and the paths of sign-in links")
    func files() async throws {
        let shop = AndroidApp(package: "com.example.shop", certificates: [Self.certificate])
        let settings = AppSettings(
            appleApps: ["A1B2C3D4E5.com.example.shop", "A1B2C3D4E5.com.example.mac"], androidApps: [shop])
        #expect(settings.problems().isEmpty)
        let stage = try await IdentityStage(settings)
        #expect(
            try await stage.store.set(
                AppSettings(appleApps: ["A1B2C3D4E5.com.example.mac", "F6G7H8I9J0.org.example"]), of: stage.other.appId)
        )
        let apple = try await stage.call(.get, ".well-known/apple-app-site-association")
        #expect(apple.reply.headers[.contentType]?.hasPrefix("application/json") == true)
        let apps = ["A1B2C3D4E5.com.example.mac", "A1B2C3D4E5.com.example.shop", "F6G7H8I9J0.org.example"]
        let file = try #require(try JSONSerialization.jsonObject(with: apple.reply.body) as? [String: [String: Any]])
        #expect(file["webcredentials"]?["apps"] as? [String] == apps)
        let details = try #require((file["applinks"]?["details"] as? [[String: Any]])?.first)
        #expect(details["appIDs"] as? [String] == apps)
        #expect(details["components"] as? [[String: String]] == [["/": "/hub/auth/magic/*"]])
        let android = try await stage.call(.get, ".well-known/assetlinks.json").reply.body
        let statements = try #require(try JSONSerialization.jsonObject(with: android) as? [[String: Any]])
        #expect(statements.count == 1)
        let target = try #require(statements.first?["target"] as? [String: Any])
        #expect(target["namespace"] as? String == "android_app" && target["package_name"] as? String == shop.package)
        #expect(target["sha256_cert_fingerprints"] as? [String] == [Self.certificate])
    }

    @Test("Without apps the files associate nothing")
    func none() async throws {
        let stage = try await IdentityStage()
        #expect(
            try await stage.call(.get, ".well-known/apple-app-site-association").text
                == #"{"applinks":{"details":[]},"webcredentials":{"apps":[]}}"#)
        #expect(try await stage.call(.get, ".well-known/assetlinks.json").text == "[]")
    }

    @Test(
        "Identifiers that no system reads are refused",
        arguments: [
            "com.example.shop", "A1B2C3D4E5", "A1B2C3D4E5.", "a1b2c3d4e5.com.example", "A1B2C3D4E5.com.exa*ple",
            "A1B2C3D4E56.com.example", "A1B2C3D4E5." + String(repeating: "a", count: 300),
        ])
    func apple(_ app: String) {
        #expect(AppSettings(appleApps: [app]).problems().count == 1)
    }

    @Test("Android's packages and certificates are checked, and a member that is none is refused")
    func android() throws {
        let short = String(Self.certificate.dropLast(3))
        for app in [
            AndroidApp(package: "shop", certificates: [Self.certificate]),
            AndroidApp(package: "com.example.shop", certificates: []),
            AndroidApp(package: "com.example.shop", certificates: [Self.certificate, short]),
            AndroidApp(package: "com.example.shop", certificates: [Self.certificate.lowercased()]),
        ] {
            #expect(AppSettings(androidApps: [app]).problems().count == 1)
        }
        let other = Data(#"{"package":"com.example","sha256_cert_fingerprints":[],"x":1}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AndroidApp.self, from: other) }
        let many = Array(repeating: "A1B2C3D4E5.com.example", count: 101)
        #expect(AppSettings(appleApps: many).problems() == ["Each list of the settings has at most 100 entries."])
    }
}
