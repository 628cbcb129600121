#if canImport(SwiftUI)
    import CountersignIdentity
    import CountersignUI
    import Foundation
    import SwiftUI

    /// An app with one screen: the sign-in, or the user's profile. The application's settings at the service list the way
    /// back from the sign-in page: `"redirects": ["com.example.profiledemo://"]`.
    @main
    struct ProfileApp: App {
        @State private var shop = Result { try Shop() }

        var body: some Scene {
            WindowGroup {
                switch shop {
                case .success(let shop): HomeScreen(identity: shop.identity)
                case .failure(let error): Text("\(error)")
                }
            }
        }
    }

    private struct HomeScreen: View {
        let identity: IdentityClient
        @State private var problem = ""
        @State private var browser = WebAuthorizationPresenter()

        var body: some View {
            VStack {
                switch identity.state.phase {
                case .unknown: Text("One moment…")
                case .signedOut:
                    Button("Sign in") { act { try await signIn() } }
                case .signedIn:
                    ProfileView(identity: identity, state: identity.state)
                    Button("Account") { act { try await showAccount() } }
                    Button("Sign out") { act { try await identity.signOut() } }
                }
                Text(problem)
            }
            .padding()
            .authorizationWindow(browser)
            .onAppear { act { await identity.start() } }
        }

        private static let back = URL(string: "com.example.profiledemo://in")

        private func signIn() async throws {
            _ = try await identity.signIn(in: browser, returningTo: Self.back)
        }

        private func showAccount() async throws {
            try await identity.showAccount(in: browser, returningTo: Self.back)
        }

        private func act(_ work: @escaping @MainActor () async throws -> Void) {
            Task { @MainActor in
                do {
                    problem = ""
                    try await work()
                } catch {
                    problem = "\(error)"
                }
            }
        }
    }

    /// The fields of the profile, and a field for the first name.
    private struct ProfileView: View {
        let identity: IdentityClient
        let state: IdentityState
        @State private var name = ""
        @State private var result = ""

        var body: some View {
            VStack {
                ForEach(state.data.keys.sorted(), id: \.self) { field in
                    Text("\(field): \(state.data[field]?.string ?? "")")
                }
                TextField("First name", text: $name)
                Button("Save") { save() }
                Text(state.error?.description ?? result)
            }
        }

        private func save() {
            Task { @MainActor in
                do throws(IdentityError) {
                    let saved = try await identity.user.setValue(.string(name), for: "first_name")
                    result = saved == .saved ? "Saved." : "It will be saved when the service can be reached."
                } catch {
                    result = error.description
                }
            }
        }
    }
#endif
