#if !canImport(SwiftUI)
    import CountersignIdentity
    import Foundation

    /// Signs in with a code, shows the profile and changes the first name.
    ///
    ///     COUNTERSIGN_SERVER=http://127.0.0.1:8080 COUNTERSIGN_APP_KEY=key_… swift run ProfileDemo
    @main
    struct ProfileFromTerminal {
        static func main() async {
            do {
                try await run(try Shop().identity)
            } catch {
                print(error)
                exit(1)
            }
        }

        private static func run(_ identity: IdentityClient) async throws {
            await identity.start()
            if try await identity.accessToken() == nil {
                guard let address = ask("Your e-mail address:") else { return }
                let outcome = try await identity.signIn(email: address, asking: TerminalCode())
                guard case .signedIn(let user) = outcome else { return print("Not signed in.") }
                print(user.kind == .new ? "Welcome!" : "Welcome back!")
            }
            try await identity.user.reload()
            for (field, value) in try await identity.user.data.sorted(by: { $0.key < $1.key }) {
                print("  \(field): \(value.string ?? "\(value)")")
            }
            if let name = ask("Your first name (Return keeps it):"), !name.isEmpty {
                let saved = try await identity.user.setValue(.string(name), for: "first_name")
                print(saved == .saved ? "Saved." : "It will be saved when the service can be reached.")
            }
            guard ask("Sign out? (y for yes):") == "y" else { return }
            try await identity.signOut()
            print("Signed out.")
        }

        static func ask(_ question: String) -> String? {
            FileHandle.standardOutput.write(Data((question + " ").utf8))
            return readLine()
        }
    }

    private struct TerminalCode: SignInPresenter {
        func code(sentTo address: String, problem: IdentityError?) async -> String? {
            if let problem { print(problem.description) }
            let code = ProfileFromTerminal.ask("The six digits that were sent to \(address):")
            return code?.isEmpty == true ? nil : code
        }
    }
#endif
