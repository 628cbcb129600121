import Testing

@testable import Envelopes

@Suite("An actor of the history")
struct EventActorTests {
    private func actor(address: String? = nil, agent: String? = nil) -> EventActor {
        EventActor(kind: .recipient, id: "1", name: "Bo", ipAddress: address, userAgent: agent)
    }

    @Test("has no user agent that turns or hides the text beside it")
    func userAgents() {
        #expect(actor(agent: "Safari/\u{202E}18\u{2028} (\u{200B}é)\u{FEFF}").userAgent == "Safari/18 (é)")
        #expect(actor(agent: "Safari\u{7}18").userAgent == "Safari18")
        #expect(actor(agent: "\u{202E}\u{1}").userAgent == nil && actor().userAgent == nil)
        #expect(actor(agent: String(repeating: "x", count: 400)).userAgent?.count == 300)
    }

    @Test("has an address on one line and of bounded length")
    func addresses() {
        #expect(actor(address: "2001:db8::1").ipAddress == "2001:db8::1")
        #expect(actor(address: "192.0.2.1\nfrom elsewhere").ipAddress == "192.0.2.1from elsewhere")
        #expect(actor(address: "\u{1}").ipAddress == nil && actor().ipAddress == nil)
        #expect(actor(address: String(repeating: "x", count: 400)).ipAddress?.count == 64)
    }
}
