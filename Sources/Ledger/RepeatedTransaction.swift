import Envelopes
import Foundation

extension EnvelopeDefinition {
    /// Whether two definitions request the same envelope: the same sender, documents, recipients, tabs and texts. The
    /// ids of tabs are ignored, since each request has new ones; the order of parts counts only by the numbers in them.
    func asksForTheSame(as other: EnvelopeDefinition) -> Bool { comparable == other.comparable }

    /// Replaces the id of every tab.
    private static let anyTab = TabID(UUID.random())

    private var comparable: EnvelopeDefinition {
        var definition = self
        // The same person under a new name counts as the same sender.
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
