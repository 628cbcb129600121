import Countersign
import Foundation

/// Presents a recipient's signing page in the system's browser, and says how it ended.
///
///     COUNTERSIGN_SERVER=http://127.0.0.1:8080/restapi COUNTERSIGN_TOKEN=… \
///         swift run SignFromTerminal ENVELOPE-ID CLIENT-USER-ID
@main
struct SignFromTerminal {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let environment = ProcessInfo.processInfo.environment
        guard arguments.count == 2, let id = arguments.first, let clientUserID = arguments.last,
            let server = environment["COUNTERSIGN_SERVER"].flatMap({ URL(string: $0) }),
            let token = environment["COUNTERSIGN_TOKEN"], let envelopeID = EnvelopeID(rawValue: id)
        else {
            print(
                "usage: SignFromTerminal ENVELOPE-ID CLIENT-USER-ID, with COUNTERSIGN_SERVER and COUNTERSIGN_TOKEN set")
            exit(2)
        }
        do throws(CountersignError) {
            let countersign = try CountersignClient(CountersignConfiguration(server: server))
            let session = try await countersign.logIn(tokens: { token })
            let outcome = try await session.present(
                .recipient(envelopeID: envelopeID, clientUserID: clientUserID), with: TerminalPresenter())
            print(outcome)
        } catch {
            print(error)
            exit(1)
        }
    }
}

/// A presenter without a window: it prints the page's URL, which works once, and waits for the person to return. It
/// cannot see what happened in the browser, so the session asks the server.
struct TerminalPresenter: SigningPresenter {
    func present(_ page: SigningPage) async -> SigningPageEnding {
        guard case .url(let url, _) = page.source else {
            return .failed(reason: "This page is inside of the app; a terminal cannot show it.")
        }
        print("Sign here, then press Return:\n\(url.absoluteString)")
        _ = readLine()
        return .cancelled
    }
}
