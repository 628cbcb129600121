import ClientSupport
import CountersignIdentity
import Essentials
import Foundation
import IdentityStandIn

/// One of several processes that share a session, as a program. The tests start several, and kill some.
///
///     SharedSession ask FOLDER COUNT     asks for an access token COUNT times at once, and prints how many differ
///     SharedSession set FOLDER COUNT     saves COUNT fields of the profile, named after the process
///     SharedSession signout FOLDER 0     signs out on this device
///     SharedSession refresh FOLDER PAUSE   asks once; the service takes PAUSE milliseconds before and after it acts
@main
struct SharedSession {
    static func main() async {
        let words = CommandLine.arguments
        guard words.count == 4, let number = Int(words[3]) else {
            FileHandle.standardError.write(Data("usage: SharedSession ask|set|signout|refresh FOLDER NUMBER\n".utf8))
            exit(2)
        }
        do {
            guard let server = URL(string: "https://hub.example") else { return }
            let folder = URL(filePath: words[2], directoryHint: .isDirectory)
            let hub = HubStandIn(folder: folder)
            if words[1] == "refresh" {
                hub.before.withLock { before in
                    before = { _ in
                        FileHandle.standardOutput.write(Data("asking\n".utf8))
                        try? await Task.sleep(for: .milliseconds(number))
                        return nil
                    }
                }
            }
            let identity = try IdentityClient(
                IdentityConfiguration(
                    server: server, appKey: "key", folder: folder,
                    credentials: FileCredentialStore(folder: folder.appending(path: "credentials")), transport: hub))
            if ["set", "signout"].contains(words[1]) {
                await identity.start()
                for index in 0..<number {
                    try await identity.user.setValue(.integer(index), for: "p\(getpid())_\(index)")
                }
                if words[1] == "signout" { try await identity.signOut() }
                return print("done")
            }
            let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<(words[1] == "ask" ? number : 1) { group.addTask { try await identity.accessToken() } }
                var tokens: Set<String?> = []
                for try await token in group { tokens.insert(token) }
                return tokens
            }
            print(tokens.count, tokens.contains(nil) ? "signed out" : "signed in")
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }
}
