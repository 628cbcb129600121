import Foundation
import Testing

@testable import IdentityService

@Suite("Who is signed in")
struct SignInDecisionTests {
    private func user(
        _ id: String, email: String? = nil, guest: Bool = false, isEnabled: Bool = true
    ) -> IdentityUser {
        var user = IdentityUser(
            id: id, appID: "app", createdAt: Date(timeIntervalSince1970: 0),
            body: .init(modifiedAt: Date(timeIntervalSince1970: 0)))
        user.email = email
        user.body.beganAs = guest ? .guest : nil
        user.body.isEnabled = isEnabled
        return user
    }

    private func text(_ decision: SignInDecision) -> String {
        switch decision {
        case .refused(let result): "\(result)"
        case .accepted(let accepted):
            "\(accepted.user?.id ?? "new") takes \(accepted.guest?.id ?? "nothing")"
                + (accepted.endsBeginnings ? " and ends beginnings" : "")
        }
    }

    @Test("Known, asking, or new: the proof's owner comes first, a guest becomes who they show to be")
    func whom() throws {
        let (ada, bob, guest) = (user("ada", email: "ada@example.org"), user("bob"), user("guest", guest: true))
        for (known, asking, mayBegin, expected) in [
            (ada, nil, false, "ada takes nothing"),
            (ada, guest, false, "ada takes guest"),
            (ada, bob, false, "ada takes nothing"),
            (nil, guest, false, "guest takes nothing and ends beginnings"),
            (guest, guest, false, "guest takes nothing and ends beginnings"),
            (nil, bob, false, "bob takes nothing"),
            (nil, nil, true, "new takes nothing"),
            (nil, nil, false, "noUser"),
            (user("ada", isEnabled: false), nil, true, "disabled"),
            (nil, user("guest", guest: true, isEnabled: false), true, "disabled"),
        ] as [(IdentityUser?, IdentityUser?, Bool, String)] {
            let decision = SignInDecision(known: known, asking: asking, mayBegin: mayBegin)
            #expect(text(decision) == expected, "\(known?.id ?? "-"), \(asking?.id ?? "-"), \(mayBegin)")
        }
    }

    @Test("Who is signed in adds an address that is nobody's, of a kind that they do not have")
    func adding() throws {
        let address = try #require(SignInAddress.email("new@example.org"))
        let (ada, bob, guest) = (user("ada", email: "ada@example.org"), user("bob"), user("guest", guest: true))
        for (known, asking, expected) in [
            (nil, bob, "bob takes nothing"),
            (nil, ada, "full"),
            (bob, ada, "taken"),
            (ada, ada, "ada takes nothing"),
            // A guest has no account yet, so the address decides.
            (ada, guest, "ada takes guest"),
            (nil, nil, "new takes nothing"),
        ] as [(IdentityUser?, IdentityUser?, String)] {
            let decision = SignInDecision(known: known, asking: asking, adding: address, mayBegin: true)
            #expect(text(decision) == expected, "\(known?.id ?? "-"), \(asking?.id ?? "-")")
        }
    }
}
