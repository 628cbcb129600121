import Envelopes
import ServiceCalls

extension Identity {
    /// The user in the form that envelopes use.
    package var asSender: Sender { Sender(userID: userID, name: name, email: email) }
}

extension ServiceCall {
    /// Returns the user behind the request as an actor of the history.
    public func sender() throws(NotAuthenticated) -> EventActor {
        let identity = try requireIdentity()
        return EventActor(
            kind: .sender, id: identity.userID, name: identity.name, ipAddress: remoteAddress,
            userAgent: headers[.userAgent])
    }
}
