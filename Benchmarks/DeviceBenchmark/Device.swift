import Ceremony
import Countersign
import CountersignTesting
import Envelopes
import Essentials
import Foundation

/// A device with one user and a person who signs every envelope.
struct Device {
    let offline: OfflineEnvelopes

    init(folder: URL, user: AccountDetails) throws {
        let store = try DeviceStore(folder: folder.appending(path: "store"))
        let keys = DeviceKeys(
            credentials: FileCredentialStore(folder: folder.appending(path: "keys")), user: user.userID)
        offline = OfflineEnvelopes(
            store: store, user: user, keys: keys, platform: try .system(), events: Silence())
    }

    static let user = AccountDetails(
        accountID: "account", userID: "user", userName: "Grace Hopper", email: "grace@example.com")

    /// Returns an envelope for one signer, with a date beside the signature.
    static func draft(_ number: Int, document: Data, user: AccountDetails = user) -> EnvelopeDraft {
        EnvelopeDraft("Delivery \(number)", subject: "Delivery \(number)") {
            DraftDocument(id: "1", name: "Delivery.pdf", data: document)
            InPersonSigner(
                id: "1", name: "Ada Lovelace", host: Recipient.Host(name: user.userName, email: user.email)
            ) {
                SignHere(document: "1", page: 1, x: 72, y: 600)
                DateSignedTab(document: "1", page: 1, x: 260, y: 600)
            }
        }
    }
}

private struct Silence: EventSink {
    func announce(_ event: CountersignEvent) {}
}

/// Signs with the page's own requests, and records the duration of each Finish.
final class QuickHands: OfflineSigningPresenter {
    private let times = Locked<[Double]>([])

    /// The durations of each Finish, in milliseconds.
    var finishes: [Double] { times.withLock { $0 } }

    func chooseRecipient(among recipients: [Recipient], of envelope: Envelope) async -> RecipientID? {
        recipients.first?.id
    }

    func handOver(_ handOver: HandOver) async -> HandOver.Answer { .ready }

    func present(_ page: SigningPage) async -> SigningPageEnding {
        guard case .host(let host) = page.source else { return .failed(reason: "the page is not on the device") }
        do {
            let visit = CeremonyVisit(host)
            _ = try await visit.session()
            try await visit.consent()
            try await visit.adopt()
            // A person has seen the pages before they press Finish.
            try await visit.look()
            let (taken, event) = try await Stopwatch.milliseconds { try await visit.finishAfterLooking() }
            times.withLock { $0.append(taken) }
            return .returned(CeremonyEnding(event: event ?? ""))
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}
