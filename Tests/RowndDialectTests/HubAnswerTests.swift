import Foundation
import Testing

@testable import RowndDialect

@Suite("The hub's answers")
struct HubAnswerTests {
    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("Answers have the names of the hub API, and nothing for what is absent")
    func names() throws {
        #expect(
            try text(HubTokens(accessToken: "a", refreshToken: "r", userType: "new_user"))
                == #"{"access_token":"a","refresh_token":"r","user_type":"new_user"}"#)
        #expect(try text(HubChallenge(challengeID: "c")) == #"{"challenge_id":"c"}"#)
        #expect(
            try text(HubVisit(challengeID: "c", url: "https://a.example/x"))
                == #"{"challenge_id":"c","url":"https://a.example/x"}"#)
        #expect(try text(HubChallengeStatus(status: "pending")) == #"{"status":"pending"}"#)
    }

    @Test("A guest's challenge brings the guest's tokens")
    func guest() throws {
        let json = #"{"auth_tokens":{"access_token":"a","refresh_token":"r"},"message":"m"}"#
        let challenge = try JSONDecoder().decode(HubChallenge.self, from: Data(json.utf8))
        #expect(challenge.tokens == HubTokens(accessToken: "a", refreshToken: "r"))
        #expect(challenge.challengeID == nil && challenge.userType == nil)
        #expect(try text(challenge) == json)
    }
}
