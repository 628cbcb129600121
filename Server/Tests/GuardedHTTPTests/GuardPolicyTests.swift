import Foundation
import Testing

@testable import GuardedHTTP

@Suite("The guard") struct GuardPolicyTests {
    /// Where a URL would lead, if the resolver were as lenient as the system's (inet_aton, IDNA).
    private func target(_ text: String, _ policy: GuardPolicy = GuardPolicy()) -> Result<String, AddressRefusal> {
        do {
            let destination = try policy.destination(text)
            let addresses = destination.address.map { [$0] } ?? Self.lookedUp(destination.host)
            _ = try policy.judged(addresses)
            return .success(destination.host)
        } catch {
            return .failure(error)
        }
    }

    private static func lookedUp(_ host: String) -> [NetworkAddress] {
        let name = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "."))
        if name == "good.example" { return ["1.1.1.1"].compactMap { NetworkAddress($0) } }
        // Everything else leads inside, as somebody else's name server may say.
        return ["127.0.0.1"].compactMap { NetworkAddress($0) }
    }

    private static let insideHosts = [
        "127.0.0.1", "127.1", "127.0.1", "2130706433", "017700000001", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001",
        "0x7F.1", "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "foo.localhost", "inside.example", "0.0.0.0",
        "0",
        "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "10.0.0.1", "192.168.1.1", "172.16.0.1",
        "100.64.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:a9fe:a9fe]",
        "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[fe80::1]", "[fe80::1%25eth0]", "[fd00::1]", "[::127.0.0.1]",
        "１２７.0.0.1", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "%31%32%37.0.0.1", "127.0.0.1%00.good.example", "ｌocalhost",
        "metadata.google.internal", "127.0.0.1\t", "127.0.0.1 ", "\n127.0.0.1",
    ]

    /// Ways of writing a URL around a host; all of them mean the host, to some reader of URLs.
    private static let wrappings: [@Sendable (String) -> String] = [
        { "https://\($0)/" }, { "https://\($0):443/x?y#z" }, { "HTTPS://\($0)" }, { "https://\($0):8443/" },
        { "http://\($0)/" }, { "https:\($0)" }, { "https:/\($0)/" }, { "//\($0)/" }, { "https:///\($0)/" },
        { "https://good.example@\($0)/" }, { "https://good.example:x@\($0)/" }, { "https://@\($0)/" },
        { "https://good.example\\@\($0)/" }, { "https://good.example%40\($0)/" }, { "https://\($0)\\.good.example/" },
        { "ftp://\($0)/" }, { "gopher://\($0)/" }, { "file://\($0)/etc/passwd" }, { "unix://\($0)/" },
        { "http+unix://\($0)/" }, { " https://\($0)/" }, { "https://\($0)/\r\nHost: good.example" },
    ]

    @Test("No inside host is reached, however it and its URL are written")
    func tricks() {
        var count = 0
        for policy in [GuardPolicy(), GuardPolicy(allowsHTTP: true)] {
            for host in Self.insideHosts {
                for (index, wrapping) in Self.wrappings.enumerated() {
                    let url = wrapping(host)
                    if case .success(let reached) = target(url, policy) {
                        Issue.record(
                            "wrapping \(index) of \(host.debugDescription): \(url.debugDescription) → \(reached)")
                    }
                    count += 1
                }
            }
        }
        #expect(count > 2000)
    }

    @Test(
        "A refusal gives its reason",
        arguments: [
            ("http://good.example/", AddressRefusal.scheme("http")), ("ftp://good.example/", .scheme("ftp")),
            ("https://user@good.example/", .credentials), ("https://user:word@good.example/", .credentials),
            ("https://gооd.example/", .otherCharacters), ("https://2130706433/", .numericHost),
            ("https://0x7f.1/", .numericHost), ("https://127.1/", .numericHost), ("https:///x", .unreadable),
            ("https://good.example:65536/", .port), ("https://good.example:0/", .port),
            ("https://good.example:99999999999999999999/", .port), ("https://[2606:4700::1111]:70000/", .port),
            ("https://1.1.1.1:65536?x#y", .port), ("https://good.example:99999", .port),
            ("", .unreadable), ("good.example", .unreadable), ("https://good.example/a b", .unreadable),
        ])
    func reasons(url: String, reason: AddressRefusal) {
        #expect(target(url) == .failure(reason), "\(url)")
        #expect(reason.description.hasPrefix("The ") && reason.description.hasSuffix("."))
    }

    @Test("A refusal names an inside address, and needs no lookup if the URL spells it out")
    func inside() throws {
        let address = try #require(NetworkAddress("169.254.169.254"))
        #expect(GuardPolicy().refusal(of: "https://169.254.169.254/latest") == .notPublic(address))
        #expect(GuardPolicy().refusal(of: "https://good.example/") == nil)
        #expect(GuardPolicy().refusal(of: "https://localhost/") == nil, "only its addresses are inside")
        #expect(target("https://localhost/") == .failure(.notPublic(try #require(NetworkAddress("127.0.0.1")))))
        let block = try #require(NetworkBlock("169.254.169.254/32"))
        #expect(GuardPolicy(allowing: [block]).refusal(of: "https://169.254.169.254/latest") == nil)
    }

    @Test(
        "Honest URLs pass",
        arguments: [
            "https://good.example", "https://good.example/", "https://GOOD.example:8443/hook?a=b%20c#d",
            "https://good.example:65535/", "https://good.example:/x", "https://good.example:00443/x:99999",
            "https://good.example./x", "https://1.1.1.1/", "https://[2606:4700::1111]:443/",
            "https://good.example/@user", "https://good.example/#@127.0.0.1",
            "https://good.example/?u=http://127.0.0.1/",
        ])
    func honest(url: String) {
        if case .failure(let refusal) = target(url) { Issue.record("\(refusal)") }
    }
}
