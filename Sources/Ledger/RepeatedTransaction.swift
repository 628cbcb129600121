import Envelopes
import Foundation

extension EnvelopeDefinition {
    /// Whether a request for this definition asks for what another one asked for: the same sender, documents,
    /// recipients, tabs and texts. The ids of tabs are drawn anew for each request, and nothing but the numbers in them
    /// tells in which order parts were named.
    func asksForTheSame(as other: EnvelopeDefinition) -> Bool { comparable == other.comparable }

    /// Stands for the id of every tab.
    private static let anyTab = TabID(UUID.random())

    private var comparable: EnvelopeDefinition {
        var definition = self
        // The same person under a new name asks for the same.
        definition.sender = Sender(userID: sender.userID, name: "", email: "")
        definition.documents.sort { $0.id.rawValue < $1.id.rawValue }
        definition.recipients.sort { $0.id.rawValue < $1.id.rawValue }
        definition.customFields.sort { $0.id < $1.id }
        definition.tabGroups.sort { ($0.recipientID.rawValue, $0.label) < ($1.recipientID.rawValue, $1.label) }
        definition.tabs = tabs.map { tab in
            var tab = tab
            tab.id = Self.anyTab
            return (tab, (try? CanonicalJSON.bytes(of: tab)).map { String(decoding: $0, as: UTF8.self) } ?? "")
        }.sorted { $0.1 < $1.1 }.map(\.0)
        return definition
    }
}
