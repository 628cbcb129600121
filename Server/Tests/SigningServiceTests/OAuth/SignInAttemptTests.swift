import EnvelopeService
import Foundation
import HTTPTypes
import Testing

@testable import SigningService

@Suite("Wrong passwords")
struct SignInAttemptTests {
    @Test(
        "All addresses of one household count as one network",
        arguments: [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:192.0.2.1", "192.0.2.1", true), ("fe80::1%eth0", "fe80::2", true),
            ("192.0.2.1", "192.0.2.2", false),
        ])
    func networks(left: String, right: String, areOne: Bool) {
        #expect((RemoteNetwork.name(of: left) == RemoteNetwork.name(of: right)) == areOne)
    }

    @Test("A known browser is not locked out by strangers, and has its own limit")
    func knownBrowser() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let own = try SignInClient.browser(try await browser.submit())
            for _ in 1...5 { #expect(try await browser.submit(password: "wrong").status == 401) }
            #expect(try await browser.submit().status == 429)
            let again = try await browser.submit(knownBy: own)
            #expect(again.status == 303)
            // Each sign-in gives another cookie; the former is worth nothing.
            let newer = try SignInClient.browser(again)
            #expect(newer != own)
            #expect(try await browser.submit(knownBy: own).status == 429)
            // Of no use for anybody else's address.
            for _ in 1...5 {
                #expect(
                    try await browser.submit(email: "eve@example.org", password: "wrong", knownBy: newer).status == 401)
            }
            #expect(try await browser.submit(email: "eve@example.org", knownBy: newer).status == 429)
            for _ in 1...5 { #expect(try await browser.submit(password: "wrong", knownBy: newer).status == 401) }
            #expect(try await browser.submit(knownBy: newer).status == 429)
        }
    }

    @Test("A new password makes all browsers unknown")
    func newPassword() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            let own = try SignInClient.browser(try await browser.submit())
            let password = "another good password"
            try await scene.fixture.service.passwords.set(password, email: "ada@example.org", at: Moment.start)
            for _ in 1...5 { #expect(try await browser.submit(password: "wrong").status == 401) }
            #expect(try await browser.submit(password: password, knownBy: own).status == 429)
        }
    }

    @Test(
        "Behind configured proxies, wrong passwords count by the client's address, and forged entries are ignored")
    func behindProxies() async throws {
        let scene = try await SignInScene()
        try await scene.test { browser in
            for number in 1...5 {
                let answer = try await browser.submit(password: "wrong", from: "203.0.113.\(number), 192.0.2.66")
                #expect(answer.status == 401)
            }
            #expect(try await browser.submit(from: "198.51.100.7, 192.0.2.66").status == 429)
            #expect(try await browser.submit(from: "192.0.2.66, 198.51.100.7").status == 303)
        }
        // Of a header that nobody vouches for nothing is believed.
        let direct = try await SignInScene(proxies: 0)
        try await direct.test { browser in
            for number in 1...50 {
                let answer = try await browser.submit(password: "wrong", from: "192.0.2.\(number)")
                #expect(answer.status == 401)
            }
            let right = try await browser.submit(from: "192.0.2.200")
            #expect(right.status == 429)
        }
    }

    @Test(
        "The client's address is read from the end of the header, past the trusted proxies",
        arguments: [
            ("192.0.2.1", 1, "192.0.2.1"), ("10.0.0.1, 192.0.2.1", 1, "192.0.2.1"),
            ("192.0.2.1 ,10.0.0.1", 2, "192.0.2.1"), ("192.0.2.1:4711", 1, "192.0.2.1"),
            ("[2001:db8::1]:4711", 1, "2001:db8::1"), ("2001:db8::1", 1, "2001:db8::1"),
            ("192.0.2.1", 2, nil), ("", 1, nil), ("unknown", 1, nil), ("192.0.2.1,", 1, nil), ("192.0.2.1", 0, nil),
        ])
    func forwarded(header: String, proxies: Int, address: String?) {
        #expect(VisitorAddress.address(header, proxies: proxies) == address)
    }
}
