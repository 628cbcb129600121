import Essentials
import Foundation
import HTTPMessages
import RowndDialect
import Testing

@testable import IdentityService
@testable import TestSupport

/// Odd numbers, dates and addresses in the settings of applications and in every member of the hub API. A trap ends the
/// test run.
@Suite("Odd values in the identity service")
struct IdentityBorderTests {
    @Test("Settings take no address that a connection cannot have")
    func settings() {
        var taken = 0
        for address in OddValues.addresses + OddValues.texts {
            let provider = OpenIDProvider(
                method: "google", issuer: address, clientID: "x", secretFile: "/secret")
            var settings = AppSettings()
            settings.providers = [provider]
            if settings.problems().isEmpty {
                taken += 1
                #expect(URL(string: address)?.hasUsablePort == true, "\(address)")
            }
            settings = AppSettings()
            settings.origins = [address]
            if settings.problems().isEmpty { #expect(URL(string: address)?.hasUsablePort == true, "\(address)") }
            settings = AppSettings()
            settings.redirects = [address]
            _ = settings.problems()
            #expect(!AppSettings().allowsRedirect(address))
        }
        #expect(taken > 0)
    }

    /// The names of members in the sources of the calls.
    private static func names() throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/IdentityService")
        var names: Set<String> = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/(?:text|needed|flag|object|members|query)[\[(]"([a-z_]+)"/#) {
                names.insert(String(match.1))
            }
        }
        return names.sorted()
    }

    @Test("Every call is answered or refused, whatever its members, parameters and names in the path hold")
    func calls() async throws {
        let stage = try await IdentityStage {
            $0.attemptsPerNetwork = .max
            $0.codesPerAddress = .max
            $0.codesFromEverywhere = .max
        }
        let session = try await stage.signIn()
        let names = try Self.names()
        #expect(names.count > 25 && names.contains("page_size") && names.contains("refresh_token"), "\(names)")
        let values =
            OddValues.all.map { JSONValue.string($0) } + [
                .integer(.min), .integer(.max), .number(1e308), .number(-0.5), .null, .array([]), .bool(true),
            ]
        var step = 0
        for route in stage.service.routes {
            let parts = route.path.split(separator: "/").map { $0 == ":app" ? stage.app.appId : String($0) }
            for name in names {
                step += 1
                let value = values[step % values.count]
                let path = parts.map { part in
                    guard part.hasPrefix(":") else { return part }
                    return value.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "1"
                }.joined(separator: "/")
                let text = value.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "1"
                let isRead = route.method == .get || route.method == .delete
                let answer = try await stage.call(
                    route.method, isRead ? "\(path)?\(name)=\(text)" : path, isRead ? nil : [name: value],
                    token: session.access, secret: true)
                #expect(answer.status < 500, "\(route.method) \(route.path) \(name)=\(value) → \(answer.text)")
            }
        }
    }

    @Test("Every number and text can be put into a profile or is refused, also where values are unique")
    func profiles() async throws {
        var settings = AppSettings()
        for kind in ProfileField.Kind.allCases {
            settings.schema["a_\(kind.rawValue)"] = ProfileField(kind)
            settings.schema["b_\(kind.rawValue)"] = ProfileField(kind, unique: true)
        }
        let stage = try await IdentityStage(settings)
        let values: [JSONValue] =
            (OddValues.numbers + OddValues.texts).map { .string($0) } + [
                .integer(.min), .integer(.max), .integer(1 << 53), .number(1e308), .number(-1e-320), .number(0.5),
                .array([.number(1e300)]), .object(["a\0": .number(1e19)]),
            ]
        for (place, name) in settings.schema.keys.sorted().enumerated() {
            for (number, value) in OddValues.some(of: values, for: place).enumerated() {
                let answer = try await stage.call(
                    .put, "applications/\(stage.app.appId)/users/u\(number)/data", ["data": [name: value]],
                    secret: true)
                #expect(answer.status < 500, "\(name)=\(value) → \(answer.text)")
            }
        }
    }
}
