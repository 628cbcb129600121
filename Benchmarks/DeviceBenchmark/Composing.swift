import Countersign
import Foundation

/// Composes envelopes with two signers and six tabs.
struct Composing {
    struct Wrong: Error, CustomStringConvertible {
        var description: String
    }

    private let document: Data

    init(file: String) throws {
        document = try Data(contentsOf: URL(filePath: file))
    }

    func measured(count: Int) throws -> [String: Double] {
        let clock = ContinuousClock()
        let begun = clock.now
        for number in 0..<count {
            let problems = draft(number).validate()
            guard problems.isEmpty else { throw Wrong(description: "\(problems)") }
        }
        let taken = begun.duration(to: clock.now) / .milliseconds(1)
        return ["all": taken]
    }

    private func draft(_ number: Int) -> EnvelopeDraft {
        EnvelopeDraft("Lease \(number)", subject: "Please sign lease \(number)") {
            DraftDocument(id: "1", name: "Lease.pdf", data: document)
            Signer(id: "1", name: "Ada Lovelace", email: "ada@example.com", routingOrder: 1, clientUserID: "ada") {
                SignHere(document: "1", page: 1, x: 72, y: 600)
                DateSignedTab(document: "1", page: 1, x: 300, y: 600)
                TextTab(document: "1", page: 1, x: 72, y: 300, label: "Town", value: "Ghent")
                CheckboxTab(document: "1", page: 1, x: 72, y: 360, label: "Furnished")
            }
            Signer(id: "2", name: "Grace Hopper", email: "grace@example.com", routingOrder: 2) {
                SignHere(document: "1", page: 1, x: 72, y: 660)
                FullNameTab(document: "1", page: 1, x: 300, y: 660)
            }
            TextCustomField(id: "1", name: "Reference", value: "R-\(number)")
        }
    }
}
