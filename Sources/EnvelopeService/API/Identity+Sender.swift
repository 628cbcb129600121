import Envelopes
import ServiceCalls

extension Identity {
    /// The user in the form that envelopes use.
    var asSender: Sender { Sender(userID: userID, name: name, email: email) }
}
