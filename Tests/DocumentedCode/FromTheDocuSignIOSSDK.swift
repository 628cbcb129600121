// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/FromTheDocuSignIOSSDK.md; change it there.
import Countersign
import Envelopes
import Foundation

// Envelopes
enum FromTheDocuSignIOSSDKEnvelopes {
    struct Folders: Decodable {
        struct Folder: Decodable { let folderId: String, name: String }
        let folders: [Folder]
    }

    static func folderNames(_ session: Session) async throws -> [String] {
        try await session.api.answer(Folders.self, to: APIRequest("GET", ["folders"])).folders.map(\.name)
    }

    static func resend(_ id: EnvelopeID, _ session: Session) async throws {
        let request = APIRequest(
            "PUT", ["envelopes", id.rawValue], query: [URLQueryItem(name: "resend_envelope", value: "true")],
            headers: ["content-type": "application/json"], body: Data("{}".utf8))
        _ = try await session.api.send(request)
    }
}

// Notifications
enum FromTheDocuSignIOSSDKNotifications {
    static func listen(to session: Session) async {
        for await event in session.events {
            switch event {
            case .signingCompleted(let envelope, _, _): print("signed", envelope?.rawValue ?? "")
            case .signingCancelled(_, _, let reason, let error, _): print(reason?.rawValue ?? "", error ?? "")
            case .synced(let envelope, let serverID, _): print("arrived", envelope, serverID)
            default: break
            }
        }
    }
}
