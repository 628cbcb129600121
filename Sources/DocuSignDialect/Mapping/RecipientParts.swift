import Envelopes

/// The domain's recipients and tabs, collected from the recipients of a request.
struct RecipientParts {
    let newTabID: () -> TabID
    let newSalt: () -> String
    private(set) var recipients: [Recipient] = []
    private(set) var tabs: [Envelopes.EnvelopeTab] = []
    /// The role of each recipient that has one.
    private(set) var roleNames: [RecipientID: String] = [:]
    private(set) var tabGroups: [Envelopes.TabGroup] = []

    init(newTabID: @escaping () -> TabID, newSalt: @escaping () -> String) {
        self.newTabID = newTabID
        self.newSalt = newSalt
    }

    mutating func add(_ wire: Wire.Recipients?) throws(APIError) {
        for (index, signer) in (wire?.signers ?? []).enumerated() {
            let place = "recipients.signers[\(index)]"
            let id = try id(signer.recipientId, at: place)
            roleNames[id] = signer.roleName
            append(
                Recipient(
                    id: id, name: signer.name ?? "", email: signer.email ?? "",
                    routingOrder: signer.routingOrder ?? 1, clientUserID: signer.clientUserId, note: signer.note,
                    offlineAttributes: signer.offlineAttributes?.attributes), signer.contact)
            try add(signer.tabs, of: id, at: place)
        }
        for (index, signer) in (wire?.inPersonSigners ?? []).enumerated() {
            let place = "recipients.inPersonSigners[\(index)]"
            let id = try id(signer.recipientId, at: place)
            roleNames[id] = signer.roleName
            append(
                Recipient(
                    id: id, name: signer.signerName ?? "", email: signer.signerEmail ?? "",
                    routingOrder: signer.routingOrder ?? 1, clientUserID: signer.clientUserId, note: signer.note,
                    kind: .inPersonSigner,
                    host: Recipient.Host(name: signer.hostName ?? "", email: signer.hostEmail ?? ""),
                    offlineAttributes: signer.offlineAttributes?.attributes), signer.contact)
            try add(signer.tabs, of: id, at: place)
        }
        for (index, copy) in (wire?.carbonCopies ?? []).enumerated() {
            let id = try id(copy.recipientId, at: "recipients.carbonCopies[\(index)]")
            roleNames[id] = copy.roleName
            append(
                Recipient(
                    id: id, name: copy.name ?? "",
                    email: copy.email ?? "", routingOrder: copy.routingOrder ?? 1, clientUserID: copy.clientUserId,
                    note: copy.note, kind: .carbonCopy), copy.contact)
        }
        for (index, delivery) in (wire?.certifiedDeliveries ?? []).enumerated() {
            let id = try id(delivery.recipientId, at: "recipients.certifiedDeliveries[\(index)]")
            roleNames[id] = delivery.roleName
            append(
                Recipient(
                    id: id, name: delivery.name ?? "", email: delivery.email ?? "",
                    routingOrder: delivery.routingOrder ?? 1, clientUserID: delivery.clientUserId,
                    note: delivery.note, kind: .certifiedDelivery), delivery.contact)
        }
    }

    private mutating func append(_ recipient: Recipient, _ contact: Wire.RecipientContact) {
        var recipient = recipient
        contact.apply(to: &recipient, newSalt: newSalt)
        recipients.append(recipient)
    }

    private func id(_ text: String?, at place: String) throws(APIError) -> RecipientID {
        guard let text else { throw APIError(.invalidRecipientID, "\(place).recipientId is missing.") }
        return RecipientID(text)
    }

    private mutating func add(_ wire: Wire.Tabs?, of id: RecipientID, at place: String) throws(APIError) {
        guard let wire else { return }
        for list in TabList.allCases {
            for (number, tab) in wire[list].enumerated() {
                let path = "\(place).tabs.\(list.rawValue)[\(number)]"
                tabs += try tab.tabs(of: list, for: id, newTabID: newTabID, at: path)
            }
        }
        for (number, group) in wire.radioGroups.enumerated() {
            let path = "\(place).tabs.\(Wire.RadioGroup.listName.stringValue)[\(number)]"
            tabs += try group.tabs(for: id, newTabID: newTabID, at: path)
        }
        for (number, group) in wire.tabGroups.enumerated() {
            tabGroups.append(try group.group(for: id, at: "\(place).tabs.tabGroups[\(number)]"))
        }
    }
}
