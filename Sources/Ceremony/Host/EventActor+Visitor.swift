import Envelopes
import HTTPMessages

extension EventActor {
    /// A recipient at a page.
    ///
    /// - Parameters:
    ///   - address: the source address as the carrier saw it
    ///   - headers: the request's
    package init(_ recipient: Recipient, from address: String?, _ headers: HTTPFields) {
        self.init(
            kind: .recipient, id: recipient.id.rawValue, name: recipient.name, ipAddress: address,
            userAgent: headers[.userAgent])
    }
}
