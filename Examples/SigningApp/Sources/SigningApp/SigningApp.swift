#if canImport(SwiftUI)
    import Countersign
    import CountersignUI
    import Foundation
    import SwiftUI

    /// Presents a signing page in a sheet. The app's own server requested the page's URL.
    @main
    struct SigningApp: App {
        var body: some Scene {
            WindowGroup { SigningScreen() }
        }
    }

    struct SigningScreen: View {
        @State private var address = ""
        @State private var outcome = ""
        @State private var presenter = SheetSigningPresenter(
            theme: SigningTheme(accent: SigningTheme.Color(red: 0x0C, green: 0x54, blue: 0x60)))

        var body: some View {
            VStack(spacing: 16) {
                TextField("Signing URL", text: $address)
                Button("Sign") { Task { await sign() } }
                Text(outcome)
            }
            .padding()
            .signingSheet(presenter)
        }

        private func sign() async {
            guard let url = URL(string: address), let server = URL(string: "https://sign.example.org/restapi") else {
                return
            }
            do throws(CountersignError) {
                let countersign = try CountersignClient(CountersignConfiguration(server: server))
                outcome = "\(try await countersign.present(url: url, with: presenter))"
            } catch {
                outcome = error.description
            }
        }
    }
#endif
