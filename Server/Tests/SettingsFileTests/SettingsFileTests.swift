import Foundation
import Testing

@testable import SettingsFile

@Suite("A command's settings file")
struct SettingsFileTests {
    private static let options = [
        SettingsOption(name: "data", kind: .value, valueName: "dir", help: "The data directory."),
        SettingsOption(name: "port", kind: .value, defaultValue: "8080", help: "The port."),
        SettingsOption(name: "certify", kind: .flag, help: "Certify."),
        SettingsOption(name: "timestamp-url", kind: .list, valueName: "url", help: "An authority."),
    ]

    private func file(_ text: String) throws -> SettingsFile {
        try SettingsFile(text, named: "s.yaml", options: Self.options)
    }

    @Test("Values, flags and lists become the options they name")
    func arguments() throws {
        let file = try file(
            """
            # a comment
            data: "/var/lib/x y"
            port: 9000
            certify: true
            timestamp-url: [http://a.example, http://b.example]
            """)
        #expect(
            file.arguments(besides: ["serve"]) == [
                "--data=/var/lib/x y", "--port=9000", "--certify", "--timestamp-url=http://a.example",
                "--timestamp-url=http://b.example",
            ])
    }

    @Test(
        "An option on the command line overrides the key in the file",
        arguments: [["--port", "1"], ["--port=1"], ["--no-certify"], ["--timestamp-url", "http://c.example"]])
    func precedence(_ given: [String]) throws {
        let file = try file("port: 9000\ncertify: true\ntimestamp-url: http://a.example\n")
        let name = given[0].dropFirst(2).prefix { $0 != "=" }.replacing("no-", with: "")
        let arguments = file.arguments(besides: given)
        #expect(arguments.count == 2 && !arguments.contains { $0.hasPrefix("--\(name)") })
    }

    @Test("A flag set to false and an empty file add no options", arguments: ["certify: false", "", "# only words\n"])
    func nothing(_ text: String) throws {
        #expect(try file(text).arguments(besides: []).isEmpty)
    }

    @Test(
        "An invalid setting is refused with file, line and key",
        arguments: [
            ("port: 1\nprot: 2\n", "s.yaml, line 2: there is no key “prot”"),
            ("certify: maybe\n", "s.yaml, line 1: the key “certify” is either true or false"),
            ("\nport: [1, 2]\n", "s.yaml, line 2: the key “port” needs one value"),
            ("port:\n", "s.yaml, line 1: the key “port” needs one value"),
            ("timestamp-url:\n  a: b\n", "s.yaml, line 1: the key “timestamp-url” needs a list"),
            ("timestamp-url:\n  - [a]\n", "s.yaml, line 1: the key “timestamp-url” needs a list"),
            ("port: 1\nport: 2\n", "“port” appears twice"),
            ("port: \"1\n", "s.yaml, line"), ("- port\n", "s.yaml holds no keys"),
        ])
    func refusals(text: String, sentence: String) throws {
        let problem = try #require(throws: SettingsFile.Problem.self) { try file(text) }
        #expect(problem.description.contains(sentence), "\(problem.description)")
        #expect(problem.description.hasSuffix(".") && !problem.description.contains("\n"))
    }

    @Test("A missing settings file is named")
    func missing() throws {
        let problem = try #require(throws: SettingsFile.Problem.self) {
            try SettingsFile(at: "/nowhere/s.yaml", options: Self.options)
        }
        #expect(problem.description == "The settings file /nowhere/s.yaml cannot be read.")
    }

    @Test("An error about an option names its key's place in the file, unless the command line set the option")
    func places() throws {
        let file = try file("data: x\nport: 70000\n")
        let sentence = "--port 70000 is not between 0 and 65535."
        #expect(file.placed(sentence, besides: []) == "s.yaml, line 2, key port: \(sentence)")
        #expect(file.placed(sentence, besides: ["--port", "70000"]) == nil)
        #expect(file.placed("Something else.\nUsage: serve --data <dir>", besides: []) == nil)
    }

    @Test("The example lists every key, sets none, and parses with every # removed")
    func example() throws {
        let text = SettingsExample(Self.options).text
        #expect(try file(text).arguments(besides: []).isEmpty)
        let keys = text.split(separator: "\n").filter { $0.contains(/^#   - |^# [a-z-]+:( |$)/) }
            .map { $0.dropFirst(2) }.joined(separator: "\n")
        let names = try file(keys).arguments(besides: []).map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        #expect(Set(names) == ["data", "port", "timestamp-url"])
        for option in Self.options { #expect(text.contains("# \(option.name):")) }
    }
}
