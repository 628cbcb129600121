// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/FromTheDocuSignIOSSDK.md; change it there.
import Countersign

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
