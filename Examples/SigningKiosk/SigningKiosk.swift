#if canImport(CWebKitGTK)
    import Countersign
    import CountersignUI
    import Foundation

    /// In-person signing on a shared device. The kiosk downloads envelopes, lets their signers sign one after the
    /// other, and uploads the signed envelopes. The logged-in user is the signers' host.
    ///
    /// No network is needed between download and upload. Without one, the kiosk uses the session of its last start and
    /// the envelopes that it has. An envelope that cannot be signed does not hold up the others.
    ///
    ///     COUNTERSIGN_SERVER=https://sign.example.org/restapi COUNTERSIGN_TOKEN=… swift run SigningKiosk ENVELOPE-ID…
    @main
    struct SigningKiosk {
        static func main() async {
            let ids = CommandLine.arguments.dropFirst().compactMap { EnvelopeID(rawValue: $0) }
            let environment = ProcessInfo.processInfo.environment
            guard !ids.isEmpty, let server = environment["COUNTERSIGN_SERVER"].flatMap({ URL(string: $0) }),
                let token = environment["COUNTERSIGN_TOKEN"]
            else {
                print("usage: SigningKiosk ENVELOPE-ID…, with COUNTERSIGN_SERVER and COUNTERSIGN_TOKEN set")
                exit(2)
            }
            let theme = SigningTheme(bar: SigningTheme.Color(red: 0x0C, green: 0x54, blue: 0x60))
            let presenter = GTKSigningPresenter(GTKPresentation(mode: .kiosk, theme: theme))
            do {
                let countersign = try CountersignClient(CountersignConfiguration(server: server))
                let session = try await begin(countersign, token)
                let offline = try session.offlineEnvelopes
                // Uploads envelopes that were signed before, in case the network is back.
                tell(try await session.sync())
                var failures = 0
                for id in ids {
                    do {
                        try await sign(id, offline, session, presenter)
                    } catch {
                        print(id, "cannot be signed now:", error)
                        failures += 1
                    }
                }
                tell(try await session.sync())
                exit(failures == 0 ? 0 : 1)
            } catch {
                print(error)
                exit(1)
            }
        }

        private static func begin(_ countersign: CountersignClient, _ token: String) async throws -> CountersignSession
        {
            do {
                return try await countersign.logIn(tokens: { token })
            } catch CountersignError.unreachable {
                return try await countersign.resumeSavedSession()
            }
        }

        private static func sign(
            _ id: EnvelopeID, _ offline: OfflineEnvelopes, _ session: CountersignSession,
            _ presenter: GTKSigningPresenter
        ) async throws {
            switch try await offline.reasonsNotToSign(id).first {
            // An envelope that was begun on this device continues where it was.
            case nil: break
            case .readyToSync?:
                print(id, "is signed and waits for the network")
                return
            case .inConflict?:
                print(id, "is in conflict with the server")
                return
            default: try await offline.download(id)
            }
            print(id, try await offline.sign(id, with: presenter))
        }

        private static func tell(_ report: SyncEngine.Report) {
            for id in report.synced { print(id, "uploaded") }
            for (id, reason) in report.failed { print(id, "not uploaded: \(reason)") }
            for (id, conflict) in report.conflicts { print(id, "in conflict: \(conflict.message)") }
            if let problem = report.problem { print(problem) }
        }
    }
#else
    @main
    struct SigningKiosk {
        static func main() { print("The kiosk is a program for Linux.") }
    }
#endif
