import Envelopes
import Foundation
import HTTPMessages

extension EventActor {
    /// A recipient at a page.
    ///
    /// - Parameters:
    ///   - address: the source address as the carrier saw it
    ///   - headers: the request's
    ///   - zone: the time zone of their day
    ///   - language: that of their page
    package init(
        _ recipient: Recipient, from address: String?, _ headers: HTTPFields, zone: LocalZone? = nil,
        language: String? = nil
    ) {
        self.init(
            kind: .recipient, id: recipient.id.rawValue, name: recipient.name, ipAddress: address,
            userAgent: headers[.userAgent], zone: zone, language: language)
    }
}
