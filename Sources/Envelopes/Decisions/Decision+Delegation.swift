import Essentials

/// Passing one's part on.
extension Decision {
    func delegate(_ id: RecipientID, _ delegation: Delegation) throws(EnvelopeError) -> [EventBody] {
        guard envelope.definition.allowsReassigning, let recipient = envelope.recipient(id), recipient.isReplaceable
        else { throw .delegationNotAllowed(id) }
        try requireIdentification(of: id)
        var check = DefinitionCheck(definition: envelope.definition)
        check.filled(delegation.name, .newPersonName, limit: EnvelopeLimits.recipientName)
        if !EmailAddress.isValid(delegation.email) { check.problems.append(.notAnEmail(id, delegation.email)) }
        guard check.problems.isEmpty else { throw .invalid(check.problems) }
        let earlier = envelope.state(of: id)?.earlierHolders ?? []
        // A request that comes back to somebody who gave it away would go in a circle.
        guard !([recipient.email] + earlier.map(\.email)).contains(where: { delegation.email.isSameAddress(as: $0) })
        else { throw .alreadyHeld(id, delegation.email) }
        return [
            .delegated(
                recipientID: id,
                delegation: Delegation(
                    name: delegation.name, email: delegation.email,
                    reason: try checked(delegation.reason, limit: EnvelopeLimits.delegationReason)))
        ]
    }
}

extension String {
    /// Whether two addresses reach the same mailbox: nearly every server ignores the case of both parts.
    fileprivate func isSameAddress(as other: String) -> Bool { lowercased() == other.lowercased() }
}
