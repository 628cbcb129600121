import Envelopes

/// What every kind of recipient has.
protocol WireRecipient: WireRecord {
    /// The value of `recipientType`.
    static var typeName: String { get }

    var recipientId: String? { get set }
    var roleName: String? { get set }
    var routingOrder: Int? { get set }
    var clientUserId: String? { get set }
    var note: String? { get set }
    var contact: Wire.RecipientContact { get set }
    var progress: Wire.Signer.Progress? { get set }

    /// Takes the names, and what only this kind has.
    mutating func show(_ recipient: Recipient, _ tabs: Wire.Tabs?)
}

extension WireRecipient {
    /// The members of all kinds. Another type, delivery other than by e-mail, and unsupported requirements on how the
    /// person signs are rejected.
    static var recipientMembers: [WireMember<Self>] {
        [
            .refused(Wire.Signer.refused),
            .refused(texts: ["signingGroupName"]),
            .only("email", "deliveryMethod"),
            .only(typeName, "recipientType"),
            .onlyTrue("canSignOffline"),
            .refused(["signInEachLocation"]),
            WireMember(read: { reader, _ in try Self.checkMail(reader) }),
            .name("recipientId", \.recipientId),
            .name("roleName", \.roleName),
            .integer("routingOrder", \.routingOrder),
            .name("clientUserId", \.clientUserId),
            .name("note", \.note),
            WireMember {
                $1.contact = try Wire.RecipientContact($0)
            } write: {
                try $0.contact.write(to: &$1)
            },
            WireMember {
                $1.progress = try Wire.Signer.Progress($0)
            } write: {
                try $0.progress?.write(to: &$1, type: typeName, $0.contact)
            },
        ]
    }

    /// A host gets no mail, and neither does who signs inside the sender's own product.
    private static func checkMail(_ reader: WireReader) throws {
        guard try reader.flag("suppressEmails") == true, typeName != Wire.InPersonSigner.typeName,
            try reader.name("clientUserId") == nil
        else { return }
        throw reader.refusal(
            "suppressEmails",
            "can only be true with a clientUserId: without mail, the recipient finds the documents in your own product "
                + "alone (…/views/recipient)")
    }

    /// A recipient in an answer, or as a client sends it.
    ///
    /// - Parameters:
    ///   - tabs: for who signs
    ///   - progress: only in answers
    ///   - roleName: only in templates
    init(
        _ recipient: Recipient, tabs: Wire.Tabs? = nil, progress: Wire.Signer.Progress? = nil, roleName: String? = nil
    ) {
        self.init()
        recipientId = recipient.id.rawValue
        self.roleName = roleName
        routingOrder = recipient.routingOrder
        clientUserId = recipient.clientUserID
        note = recipient.note
        contact = Wire.RecipientContact(recipient)
        self.progress = progress
        show(recipient, tabs)
    }
}

extension Wire.Recipients {
    /// Recipients by kind.
    init(
        _ recipients: [Recipient], tabs: (Recipient) -> Wire.Tabs?,
        progress: (Recipient) -> Wire.Signer.Progress? = { _ in nil }, roleName: (Recipient) -> String? = { _ in nil }
    ) {
        func of(_ kind: Recipient.Kind) -> [Recipient] { recipients.filter { $0.kind == kind } }
        signers = of(.signer).map {
            Wire.Signer($0, tabs: tabs($0), progress: progress($0), roleName: roleName($0))
        }
        inPersonSigners = of(.inPersonSigner).map {
            Wire.InPersonSigner($0, tabs: tabs($0), progress: progress($0), roleName: roleName($0))
        }
        carbonCopies = of(.carbonCopy).map { Wire.CarbonCopy($0, progress: progress($0), roleName: roleName($0)) }
        certifiedDeliveries = of(.certifiedDelivery).map {
            Wire.CertifiedDelivery($0, progress: progress($0), roleName: roleName($0))
        }
    }
}
