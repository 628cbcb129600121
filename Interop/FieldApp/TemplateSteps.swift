import Countersign
import Envelopes
import Foundation

/// Templates of the service, listed, kept for offline use, and made into envelopes.
struct TemplateSteps {
    let session: CountersignSession
    let orders: FieldApp.Orders

    func run() async throws {
        guard let id = TemplateID(rawValue: orders.template) else { throw CocoaError(.coderInvalidValue) }
        let templates = try session.templates()
        var filter = Templates.Filter()
        filter.searchText = "lease"
        filter.folderIDs = [orders.templateFolder]
        filter.order = .lastModified
        filter.count = 1
        let first = try await templates.list(filter)
        filter.start = first.nextStart ?? 0
        let second = try await templates.list(filter)
        let folders = try await templates.folders()
        try FieldApp.tell(
            "templates",
            [
                "total": "\(first.total)", "first": first.templates.map(\.id.rawValue).joined(separator: " "),
                "second": second.templates.map(\.id.rawValue).joined(separator: " "),
                "folders": folders.map(\.id).joined(separator: " "),
            ])

        try await templates.cache(id)
        try FieldApp.tell(
            "cached",
            [
                "stale": "\(try await templates.isStale(id))",
                "cached": "\(try await templates.cached().map(\.id.rawValue))",
                "obstacles": "\(try await templates.reasonsNotToCache(id))",
            ])

        var defaults = TemplateDefaults()
        defaults.recipients = [
            TemplateDefaults.Recipient(
                role: "tenant", name: "Tea Tenant", email: "tea@example.com", clientUserID: "tea"),
            TemplateDefaults.Recipient(role: "copy", name: "Cop Y", email: "cop@example.com"),
        ]
        defaults.tabValues = ["rent": "950", "pets": "true", "town": "b", "color": "red"]
        defaults.emailSubject = "The lease of a tenant"
        let used = try await templates.createEnvelope(from: id, with: defaults, sending: true)
        let inserted = DraftDocument(id: "9", name: "Rules.pdf", file: URL(filePath: orders.document))
        defaults.inserted = inserted
        defaults.position = .end
        let more = try await templates.createEnvelope(from: id, with: defaults, sending: true)
        try FieldApp.tell(
            "sent",
            [
                "id": used.envelopeID.rawValue, "unused": used.unusedLabels.joined(separator: " "),
                "inserted": more.envelopeID.rawValue,
            ])
        try await templates.removeCached(id)
        try await templates.delete(id)
        try FieldApp.tell("removed", ["cached": "\(try await templates.cached().count)"])
    }
}
