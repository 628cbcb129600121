import Testing

@testable import Envelopes

@Suite("Actors of the history")
struct EventActorTests {
    private func actor(address: String? = nil, agent: String? = nil) -> EventActor {
        EventActor(kind: .recipient, id: "1", name: "Bo", ipAddress: address, userAgent: agent)
    }

    @Test("A user agent is stripped of characters that reverse or hide text")
    func userAgents() {
        #expect(actor(agent: "Safari/\u{202E}18\u{2028} (\u{200B}é)\u{FEFF}").userAgent == "Safari/18 (é)")
        #expect(actor(agent: "Safari\u{7}18").userAgent == "Safari18")
        #expect(actor(agent: "\u{202E}\u{1}").userAgent == nil && actor().userAgent == nil)
        #expect(actor(agent: String(repeating: "x", count: 400)).userAgent?.count == 300)
    }

    @Test("An address is on one line and limited in length")
    func addresses() {
        #expect(actor(address: "2001:db8::1").ipAddress == "2001:db8::1")
        #expect(actor(address: "192.0.2.1\nfrom elsewhere").ipAddress == "192.0.2.1from elsewhere")
        #expect(actor(address: "\u{1}").ipAddress == nil && actor().ipAddress == nil)
        #expect(actor(address: String(repeating: "x", count: 400)).ipAddress?.count == 64)
    }
}
