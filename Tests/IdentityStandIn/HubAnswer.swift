import Crypto
import Foundation
import HTTPMessages

/// One call's answer.
struct HubAnswer {
    var state: HubState
    let call: HTTPCall
    private let body: [String: Any]

    init(state: HubState, call: HTTPCall) {
        self.state = state
        self.call = call
        body = (try? JSONSerialization.jsonObject(with: call.body)) as? [String: Any] ?? [:]
    }

    mutating func make() throws -> HTTPReply {
        state.calls.append("\(call.method) \(call.path)")
        state.lastBodies["\(call.method) \(call.path)"] = String(decoding: call.body, as: UTF8.self)
        let parts = call.path.split(separator: "/").map(String.init)
        if call.headers[.authorization] != nil, bearer() == nil {
            return refusal(401, "no access token", code: "E_TOKEN")
        }
        switch (call.method, parts.joined(separator: "/")) {
        case (.post, "hub/auth/token"): return body["id_token"] == nil ? refresh() : exchange()
        case (.post, "hub/auth/init"): return begin()
        case (.post, "hub/auth/complete"): return complete()
        case (.post, "hub/auth/challenge_status"): return status()
        case (.post, "hub/auth/browser/account"):
            guard bearer() != nil else { return refusal(401, "no access token") }
            return answer(["challenge_id": "visit-1", "url": "https://hub.example/account"])
        case (.get, "hub/app-config"): return config()
        case (.get, "hub/auth/passkeys/authentication"): return answer(["challenge": "abc"])
        case (.post, "hub/auth/passkeys/authentication"):
            guard let user = body["userHandle"] as? String else { return refusal(401, "no such passkey") }
            return answer(tokens(for: user))
        case (.get, let path) where path.hasPrefix("hub/auth/magic/"): return magic(parts.last ?? "")
        case (_, let path) where path.hasPrefix("me/applications/app-1/"): return profile(Array(parts.dropFirst(3)))
        default: return refusal(404, "no such call")
        }
    }

    // MARK: Tokens

    private mutating func refresh() -> HTTPReply {
        state.refreshes += 1
        guard let shown = body["refresh_token"] as? String, let token = state.tokens[shown],
            !state.revoked.contains(token.family)
        else { return refusal(400, "the refresh token is not valid") }
        if let successor = token.successor {
            guard state.tokens[successor]?.successor == nil else {
                state.revoked.insert(token.family)
                return refusal(400, "the refresh token was used before")
            }
            state.repeats += 1
            return answer(["access_token": accessToken(for: token.userID), "refresh_token": successor])
        }
        let new = tokens(for: token.userID, family: token.family)
        state.tokens[shown]?.successor = new["refresh_token"]
        return answer(new)
    }

    private mutating func exchange() -> HTTPReply {
        guard let other = body["id_token"] as? String, other.hasPrefix("valid-") else {
            return refusal(401, "the token cannot be validated")
        }
        return answer(tokens(for: String(other.dropFirst("valid-".count))))
    }

    /// Returns new tokens for a user, who is made if there is none.
    mutating func tokens(for user: String, family: String? = nil) -> [String: String] {
        state.counter += 1
        let isNew = state.users[user] == nil
        if isNew { state.users[user] = HubState.User(id: user, level: user.hasPrefix("guest") ? "guest" : "verified") }
        let refresh = "refresh-\(state.counter)"
        state.tokens[refresh] = HubState.RefreshToken(userID: user, family: family ?? "family-\(state.counter)")
        return [
            "access_token": accessToken(for: user), "refresh_token": refresh,
            "user_type": isNew ? "new_user" : "existing_user",
        ]
    }

    private func accessToken(for user: String) -> String {
        let level = state.users[user]?.level ?? "verified"
        let claims = """
            {"sub":"\(user)","exp":\(Int(state.now + state.lifetime)),"jti":"\(state.counter)","aud":["app:app-1"],\
            "https://auth.rownd.io/app_user_id":"\(user)","https://auth.rownd.io/auth_level":"\(level)",\
            "https://auth.rownd.io/is_verified_user":\(level == "verified")}
            """
        return "e30.\(Self.base64URL(Data(claims.utf8))).c2ln"
    }

    // MARK: Signing in

    private mutating func begin() -> HTTPReply {
        state.counter += 1
        if body["is_anonymous"] as? Bool == true {
            let tokens = tokens(for: "guest-\(state.counter)")
            return answer(["auth_tokens": tokens, "user_type": "new_user"])
        }
        guard let email = body["email"] as? String, email.contains("@") else { return refusal(400, "no address") }
        let id = "challenge-\(state.counter)"
        state.challenges[id] = HubState.Challenge(
            email: email, code: "123456", verifierHash: body["code_challenge"] as? String ?? "")
        return answer(["challenge_id": id, "message": "sent"])
    }

    private mutating func complete() -> HTTPReply {
        guard let id = body["challenge_id"] as? String, let challenge = state.challenges[id], isBound(challenge) else {
            return refusal(400, "no such sign-in", code: "E_CHALLENGE")
        }
        guard body["token"] as? String == challenge.code else { return refusal(400, "The code does not match.") }
        state.challenges[id]?.isComplete = true
        return answer(["result": "success"])
    }

    private mutating func status() -> HTTPReply {
        guard let id = body["challenge_id"] as? String, let challenge = state.challenges[id], isBound(challenge) else {
            return refusal(400, "no such sign-in", code: "E_CHALLENGE")
        }
        guard challenge.isComplete else { return answer(["status": "pending"]) }
        state.challenges[id] = nil
        var members = tokens(for: challenge.email)
        members["status"] = "verified"
        return answer(members)
    }

    private mutating func magic(_ id: String) -> HTTPReply {
        let verifier = call.headers[named: "x-countersign-code-verifier"] ?? ""
        guard let challenge = state.challenges[id], Self.hash(verifier) == challenge.verifierHash else {
            return refusal(401, "the link is not valid")
        }
        state.challenges[id] = nil
        var members = tokens(for: challenge.email)
        members["redirect_url"] = challenge.returnURL
        return answer(members)
    }

    private func isBound(_ challenge: HubState.Challenge) -> Bool {
        Self.hash(body["code_verifier"] as? String ?? "") == challenge.verifierHash
    }

    // MARK: The profile

    private func config() -> HTTPReply {
        var schema: [String: Any] = ["first_name": ["type": "string"]]
        for field in state.encryptedFields { schema[field] = ["type": "string", "encryption": ["state": "enabled"]] }
        return answer(["app": ["id": "app-1", "name": "App", "schema": schema]])
    }

    private mutating func profile(_ path: [String]) -> HTTPReply {
        guard let user = bearer() else { return refusal(401, "no access token") }
        if path == ["signout"] {
            for token in state.tokens.values where token.userID == user { state.revoked.insert(token.family) }
            return HTTPReply(status: 204, headers: [.date: date])
        }
        guard path.first == "data" else { return refusal(404, "no such call") }
        if call.method == .put {
            var data = state.users[user]?.data ?? [:]
            if path.count == 3 {
                guard !state.unknownFields.contains(path[2]) else {
                    return refusal(404, "There is no such field.", code: "E_NOT_FOUND")
                }
                data[path[2]] = text(body["value"])
            } else {
                data = (body["data"] as? [String: Any] ?? [:]).mapValues { text($0) }
            }
            guard state.refusedFields.isDisjoint(with: data.keys) else { return refusal(400, "A field is refused.") }
            state.users[user]?.data = data
        }
        let members = (state.users[user]?.data ?? [:]).compactMapValues {
            try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
        }
        return answer(["data": members, "meta": [:], "auth_level": state.users[user]?.level ?? "verified"])
    }

    private func text(_ value: Any?) -> String {
        let bytes = try? JSONSerialization.data(withJSONObject: value ?? NSNull(), options: .fragmentsAllowed)
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    private func bearer() -> String? {
        let token = (call.headers[.authorization] ?? "").split(separator: ".")
        guard token.count == 3, let bytes = Self.data(String(token[1])),
            let claims = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any],
            let expires = claims["exp"] as? Double, expires > state.now,
            let user = claims["sub"] as? String, !state.endedUsers.contains(user)
        else { return nil }
        return user
    }

    // MARK: Answers

    private var date: String {
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.timeZone = TimeZone(secondsFromGMT: 0)
        form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return form.string(from: Date(timeIntervalSince1970: state.now))
    }

    private func answer(_ members: [String: Any]) -> HTTPReply {
        let bytes = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
        return HTTPReply(status: 200, headers: [.date: date], body: bytes)
    }

    private func refusal(_ status: Int, _ message: String, code: String = "E_REFUSED") -> HTTPReply {
        var reply = answer([
            "statusCode": status, "error": "Refused", "code": code, "message": message, "messages": [message],
        ])
        reply.status = status
        return reply
    }

    private static func hash(_ verifier: String) -> String { base64URL(Data(SHA256.hash(data: Data(verifier.utf8)))) }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func data(_ text: String) -> Data? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
