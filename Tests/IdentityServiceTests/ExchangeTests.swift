import Crypto
import Essentials
import Foundation
import RowndDialect
import ServiceCalls
import Testing

@testable import IdentityService

@Suite("Exchanging another service's token")
struct ExchangeTests {
    private let key = Curve25519.Signing.PrivateKey()

    private func settings(explicitSignUp: Bool = false) -> AppSettings {
        let x = Self.base64URL(key.publicKey.rawRepresentation)
        return AppSettings(
            explicitSignUp: explicitSignUp,
            issuers: [
                TrustedIssuer(
                    issuer: "https://old.example", audience: "shop",
                    keys: #"{"keys":[{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":"k1","x":"\#(x)"}]}"#,
                    method: "old")
            ])
    }

    private static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A token of the other service, as the call's body has it.
    private func idToken(_ subject: String, email: String? = nil, _ stage: IdentityStage) throws -> JSONValue {
        var claims: [String: JSONValue] = [
            "iss": "https://old.example", "aud": "shop", "sub": .string(subject),
            "exp": .integer(Int(stage.clock.now.timeIntervalSince1970) + 60),
        ]
        if let email { (claims["email"], claims["email_verified"]) = (.string(email), true) }
        let text =
            Self.base64URL(Data(#"{"alg":"EdDSA","kid":"k1"}"#.utf8)) + "."
            + Self.base64URL(try JSONValue.object(claims).bytes())
        return .string(text + "." + Self.base64URL(try key.signature(for: Data(text.utf8))))
    }

    @Test("A guest keeps their data, and one with an account brings it along")
    func guests() async throws {
        let stage = try await IdentityStage(settings())
        let path = stage.data + "/fields/first_name"
        let guest = try await stage.guest()
        _ = try await stage.call(.put, path, ["value": "Ada"], token: guest.access)
        let token = try idToken("u-1", email: "ada@example.org", stage)
        let ada = try await stage.call(.post, "hub/auth/token", ["id_token": token], token: guest.access)
        #expect(ada.status == 200 && ada.user == guest.user, "\(ada.text)")
        try await stage.refresh(guest.refresh).expectRefusal(400, "E_REFRESH_TOKEN")
        let second = try await stage.guest()
        _ = try await stage.call(.put, path, ["value": "Somebody"], token: second.access)
        _ = try await stage.call(.put, stage.data + "/fields/last_name", ["value": "Lovelace"], token: second.access)
        let again = try await stage.call(.post, "hub/auth/token", ["id_token": token], token: second.access)
        #expect(again.user == ada.user && again["user_type"] == "existing_user", "\(again.text)")
        let data = try await stage.call(.get, stage.data, token: again.access)["data"]
        #expect(data?["first_name"] == "Ada" && data?["last_name"] == "Lovelace")
        try await stage.call(.get, stage.data, token: second.access).expectRefusal(401, "E_TOKEN")
    }

    @Test("A guest whom another service knows is a guest no more, also without an address")
    func noAddress() async throws {
        let stage = try await IdentityStage(settings())
        let guest = try await stage.guest()
        _ = try await stage.call(.put, stage.data + "/fields/first_name", ["value": "Ada"], token: guest.access)
        let token = try idToken("u-1", stage)
        let ada = try await stage.call(.post, "hub/auth/token", ["id_token": token], token: guest.access)
        #expect(ada.user == guest.user && ada.claims[HubClaim.isAnonymous] == nil, "\(ada.text)")
        // Somebody else on the same device gets an account of their own.
        let bo = try await stage.signIn("bo@example.org", token: ada.access)
        #expect(bo.user != ada.user)
        let again = try await stage.call(.post, "hub/auth/token", ["id_token": token])
        #expect(again.user == ada.user, "\(again.text)")
        #expect(try await stage.call(.get, stage.data, token: again.access)["data"]?["first_name"] == "Ada")
    }

    @Test("With signing up as a step of its own, only that makes a user")
    func explicitSignUp() async throws {
        let stage = try await IdentityStage(settings(explicitSignUp: true))
        let token = try idToken("u-1", stage)
        for intent: JSONValue in [.null, "sign_in"] {
            try await stage.call(.post, "hub/auth/token", ["id_token": token, "intent": intent])
                .expectRefusal(400, "E_SIGN_IN_USER_NOT_FOUND")
        }
        let admin = "applications/\(stage.app.appId)/users/data"
        #expect(try await stage.call(.get, admin, secret: true)["total_results"] == 0)
        // Nor does it make a guest one.
        let guest = try await stage.guest()
        try await stage.call(.post, "hub/auth/token", ["id_token": token, "intent": "sign_in"], token: guest.access)
            .expectRefusal(400, "E_SIGN_IN_USER_NOT_FOUND")
        let new = try await stage.call(.post, "hub/auth/token", ["id_token": token, "intent": "sign_up"])
        #expect(new.status == 200 && new["user_type"] == "new_user", "\(new.text)")
        let known = try await stage.call(.post, "hub/auth/token", ["id_token": token, "intent": "sign_in"])
        #expect(known.user == new.user && known["user_type"] == "existing_user", "\(known.text)")
    }

    @Test("Unknown addresses and methods are refused in the API's own shape")
    func unknownAddress() async throws {
        let stage = try await IdentityStage(settings())
        for path in ["hub", "hub/nothing", "me/nothing", "applications/x/nothing", "hub/auth/init/more"] {
            try await stage.call(.get, path).expectRefusal(404, "E_NOT_FOUND")
            try await stage.call(.post, path, [:]).expectRefusal(404, "E_NOT_FOUND")
        }
        try await stage.call(.get, "hub/auth/init").expectRefusal(405, "E_METHOD")
        try await stage.call(.delete, "me").expectRefusal(405, "E_METHOD")
    }

    @Test("A token for one application signs nobody in to another, and names no other in the body")
    func otherApplication() async throws {
        let stage = try await IdentityStage(settings())
        let token = try idToken("u-1", stage)
        try await stage.call(.post, "hub/auth/token", ["id_token": token], as: stage.other)
            .expectRefusal(401, "E_ID_TOKEN")
        try await stage.call(
            .post, "hub/auth/token", ["id_token": token, "app_id": .string(stage.other.appId)]
        ).expectRefusal(404, "E_NOT_FOUND")
        #expect(
            try await stage.call(
                .post, "hub/auth/token", ["id_token": token, "app_id": .string(stage.app.appId)]
            ).status == 200)
    }
}
