import Envelopes
import HTTPMessages

extension EventActor {
    /// A recipient at a page.
    ///
    /// - Parameters:
    ///   - address: the source address as the carrier saw it; recorded shortened and without control characters
    ///   - headers: the request's
    package init(_ recipient: Recipient, from address: String?, _ headers: HTTPFields) {
        let scalars = (address ?? "").unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(64)
        self.init(
            kind: .recipient, id: recipient.id.rawValue, name: recipient.name,
            ipAddress: scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars)),
            userAgent: headers[.userAgent])
    }
}
