// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/FromTheDocuSignIOSSDK.md; change it there.
import Countersign
import DocuSignCompatibility
import Foundation

// Envelopes
enum FromTheDocuSignIOSSDKEnvelopes {
    struct AuditTrail: Decodable {
        struct Entry: Decodable { let eventFields: [Field] }
        struct Field: Decodable { let name: String, value: String? }
        let auditEvents: [Entry]
    }

    static func actions(in id: EnvelopeID, _ session: CountersignSession) async throws -> [String] {
        let request = APIRequest(.get, ["envelopes", id.rawValue, "audit_events"])
        let trail = try await session.api.answer(AuditTrail.self, to: request)
        return trail.auditEvents.flatMap(\.eventFields).filter { $0.name == "Action" }.compactMap(\.value)
    }

    static func withdraw(_ id: EnvelopeID, because reason: String, _ session: CountersignSession) async throws {
        let change = ["status": "voided", "voidedReason": reason]
        _ = try await session.api.send(try APIRequest(.put, ["envelopes", id.rawValue], json: change))
    }
}

// Notifications
enum FromTheDocuSignIOSSDKNotifications {
    static func observe(_ center: NotificationCenter) -> any NSObjectProtocol {
        center.addObserver(forName: .DSMSigningCompleted, object: nil, queue: nil) { notification in
            print("signed", notification.userInfo?[DSMEnvelopeIdKey] ?? "")
        }
    }


    static func listen(to session: CountersignSession) async {
        for await event in session.events {
            switch event {
            case .signingCompleted(let envelope, _, _, _): print("signed", envelope?.rawValue ?? "")
            case .signingCancelled(_, _, _, let reason, let error, _):
                print(reason?.rawValue ?? "", error?.code ?? "", error?.description ?? "")
            case .synced(let envelope, let serverID, _): print("arrived", envelope, serverID?.rawValue ?? "")
            default: break
            }
        }
    }
}
