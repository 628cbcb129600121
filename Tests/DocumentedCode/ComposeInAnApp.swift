// Made by scripts/documented-code from Sources/Countersign/Countersign.docc/ComposeInAnApp.md; change it there.
import Countersign
import Foundation

// Show the page
enum ComposeInAnAppShowThePage {
    static func compose(_ session: CountersignSession, _ presenter: any SigningPresenter) async throws {
        let mode = ComposingMode.offline
        switch try await session.compose(mode: mode, resumingDraft: true, presenting: presenter) {
        case .sent(let id): print("waits for the next sync:", id)
        case .signed(let id): print("signed here, and waits for the next sync:", id)
        case .saved: print("the draft is on this device")
        case .discarded: print("nothing new")
        }
    }
}

// What your app adds
enum ComposeInAnAppWhatYourAppAdds {
    struct Customers: ContactSource {
        func contacts() async throws -> [Contact] { [Contact(name: "Ada Lovelace", email: "ada@example.com")] }
    }

    struct Contracts: DocumentPicker {
        let title = "From our contracts"

        func pickDocuments() async throws -> [PickedDocument] {
            [PickedDocument(name: "Lease.pdf", data: try Data(contentsOf: URL(filePath: "/tmp/Lease.pdf")))]
        }
    }

    static func options() -> ComposingOptions {
        var options = ComposingOptions()
        options.contacts = Customers()
        options.documentPicker = Contracts()
        options.lockedParts = [.documents, .message]
        return options
    }
}
