import Envelopes
import Essentials
import Foundation

extension JSONBounds {
    /// The longest lists of this dialect's requests, by name.
    private static let dialectLists = [
        "documents": EnvelopeLimits.documents, "templateRoles": EnvelopeLimits.recipients,
        "signers": EnvelopeLimits.recipients, "inPersonSigners": EnvelopeLimits.recipients,
        "agents": EnvelopeLimits.recipients, "carbonCopies": EnvelopeLimits.recipients,
        "certifiedDeliveries": EnvelopeLimits.recipients, "editors": EnvelopeLimits.recipients,
        "intermediaries": EnvelopeLimits.recipients, "witnesses": EnvelopeLimits.recipients,
        "notaries": EnvelopeLimits.recipients, "seals": EnvelopeLimits.recipients,
        "textCustomFields": EnvelopeLimits.customFields, "listCustomFields": EnvelopeLimits.customFields,
        "listItems": EnvelopeLimits.listOptions, "envelopeIds": EnvelopesQuery.greatestCount,
        "excludedDocuments": EnvelopeLimits.documents, "workflowSteps": EnvelopeLimits.recipients,
        "eventNotifications": EnvelopeLimits.eventNotifications, "events": 100, "envelopeEvents": 100,
        "recipientEvents": 100,
        "documentFields": EnvelopeLimits.documentFields, "bccEmailAddresses": EnvelopeLimits.recipients,
    ]

    /// - Throws: ``Excess`` for a text that exceeds a limit
    static func check(_ text: Data) throws(Excess) { try check(text, shorter: dialectLists) }
}
