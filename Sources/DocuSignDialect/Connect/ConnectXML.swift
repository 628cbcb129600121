import Envelopes
import Essentials
import Foundation

/// A message of Connect in XML (`DocuSignEnvelopeInformation`): the envelope as a whole, in the names and the order of
/// the older API's schema. Times are in UTC, without a zone, as its schema has them; `TimeZoneOffset` says so.
package struct ConnectXML: Sendable {
    /// The media type of the message.
    package static let mediaType = "text/xml; charset=utf-8"

    private var writer = XMLWriter()

    /// - Parameters:
    ///   - envelope: the state after the event
    ///   - date: when the event happened
    ///   - documents: the content of the documents by their ids, `certificate` for the certificate of completion;
    ///     documents that are too large are left out
    package init(_ envelope: Envelope, at date: Date, documents: [String: Data] = [:]) {
        writer.element(
            "DocuSignEnvelopeInformation",
            [
                ("xmlns:xsd", "http://www.w3.org/2001/XMLSchema"),
                ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                ("xmlns", "http://www.docusign.net/API/3.0"),
            ]
        ) { writer in
            writer.element("EnvelopeStatus") { Self.write(envelope, at: date, to: &$0) }
            if !documents.isEmpty { Self.write(documents, of: envelope, to: &writer) }
            writer.text("TimeZone", "UTC")
            writer.text("TimeZoneOffset", "0")
        }
    }

    /// The bytes of the message; the same envelope always gives the same bytes.
    package var bytes: Data { writer.bytes }

    private static func write(_ envelope: Envelope, at date: Date, to writer: inout XMLWriter) {
        writer.element("RecipientStatuses") { writer in
            for recipient in envelope.recipients {
                writer.element("RecipientStatus") { write(recipient, of: envelope, to: &$0) }
            }
        }
        writer.text("TimeGenerated", time(date))
        writer.text("EnvelopeID", envelope.id.rawValue)
        writer.text("Subject", envelope.emailSubject)
        writer.text("UserName", envelope.sender.name)
        writer.text("Email", envelope.sender.email)
        writer.text("Status", word(envelope.status.rawValue))
        writer.text("Created", time(envelope.createdAt))
        writer.times([
            ("Sent", envelope.sentAt), ("Delivered", envelope.deliveredAt), ("Signed", envelope.signedAt),
            ("Completed", envelope.completedAt), ("Declined", envelope.declinedAt),
        ])
        writer.text("ACStatus", "Original")
        writer.text("ACStatusDate", time(envelope.createdAt))
        writer.text("ACHolder", envelope.sender.name)
        writer.text("ACHolderEmail", envelope.sender.email)
        writer.text("SigningLocation", "Online")
        writer.text("SenderIPAddress", "")
        writer.text("EnvelopePDFHash", "")
        writer.element("CustomFields") { writer in
            for field in envelope.definition.customFields {
                writer.element("CustomField") { writer in
                    writer.text("Name", field.name)
                    writer.text("Show", String(field.show))
                    writer.text("Required", String(field.required))
                    writer.text("Value", field.value)
                    writer.text("CustomFieldType", field.items == nil ? "Text" : "List")
                }
            }
        }
        if let reason = envelope.voidedReason { writer.text("VoidReason", reason) }
        writer.text("AutoNavigation", "true")
        writer.text("EnvelopeIdStamping", "false")
        writer.text("AuthoritativeCopy", "false")
        writer.element("DocumentStatuses") { writer in
            for (index, document) in envelope.documents.enumerated() {
                writer.element("DocumentStatus") { writer in
                    writer.text("ID", document.id.rawValue)
                    writer.text("Name", document.name)
                    writer.text("TemplateName", "")
                    writer.text("Sequence", String(index + 1))
                }
            }
        }
    }

    private static func write(_ recipient: Recipient, of envelope: Envelope, to writer: inout XMLWriter) {
        let state = envelope.state(of: recipient.id) ?? RecipientState()
        writer.text("Type", type(recipient.kind))
        writer.text("Email", recipient.email)
        writer.text("UserName", recipient.name)
        writer.text("RoutingOrder", String(recipient.routingOrder))
        writer.times([
            ("Sent", state.sentAt), ("Delivered", state.deliveredAt), ("Signed", state.signedAt),
            ("Declined", state.declinedAt),
        ])
        if let reason = state.declinedReason {
            writer.text("DeclineReason", reason)
        } else {
            writer.element("DeclineReason", [("xsi:nil", "true")]) { _ in }
        }
        writer.text("Status", state.status == .autoResponded ? "AutoResponded" : word(state.status.rawValue))
        writer.text("RecipientIPAddress", "")
        if let id = recipient.clientUserID { writer.text("ClientUserId", id) }
        writer.text("CustomFields", "")
        let shown = envelope.shownTabs(of: recipient.id)
        let tabs = envelope.tabs(of: recipient.id).filter { shown.contains($0.id) }
        if !tabs.isEmpty {
            writer.element("TabStatuses") { writer in
                for tab in tabs { writer.element("TabStatus") { write(tab, of: envelope, state, to: &$0) } }
            }
        }
        let entered = tabs.filter { $0.kind.customType != nil }
        if !entered.isEmpty { write(fields: entered, of: envelope, to: &writer) }
        writer.text("RecipientId", DerivedGUID.text(envelope.id, "recipient", recipient.id.rawValue))
    }

    private static func write(
        _ tab: EnvelopeTab, of envelope: Envelope, _ state: RecipientState, to writer: inout XMLWriter
    ) {
        writer.text("TabType", tab.kind.type)
        let isDone = tab.kind.isArtwork && envelope.isFilled(tab) && state.signedAt != nil
        writer.text("Status", isDone ? "Signed" : state.declinedAt == nil ? "Active" : "Declined")
        writer.text("XPosition", String(Int(tab.frame.x.rounded())))
        writer.text("YPosition", String(Int(tab.frame.y.rounded())))
        writer.text("TabLabel", tab.label)
        writer.text("TabName", tab.choice?.group ?? tab.label)
        writer.text("TabValue", value(of: tab, in: envelope))
        writer.text("DocumentID", tab.documentID.rawValue)
        writer.text("PageNumber", String(tab.page))
        if let type = tab.kind.customType {
            writer.text("OriginalValue", tab.value ?? "")
            writer.text("CustomTabType", type)
        }
    }

    /// What was entered, once more as a form (XFDF).
    private static func write(fields: [EnvelopeTab], of envelope: Envelope, to writer: inout XMLWriter) {
        writer.element("FormData") { writer in
            writer.element("xfdf") { writer in
                writer.element("fields") { writer in
                    for tab in fields {
                        writer.element("field", [("name", tab.label)]) {
                            $0.text("value", value(of: tab, in: envelope))
                        }
                    }
                }
            }
        }
    }

    /// The older format has `X` for what is ticked or chosen.
    private static func value(of tab: EnvelopeTab, in envelope: Envelope) -> String {
        let value = envelope.value(of: tab) ?? ""
        guard [.checkbox, .radio].contains(tab.kind) else { return value }
        return value == "true" ? "X" : ""
    }

    private static func write(_ documents: [String: Data], of envelope: Envelope, to writer: inout XMLWriter) {
        writer.element("DocumentPDFs") { writer in
            let names = envelope.documents.map { ($0.id.rawValue, $0.name, "CONTENT") }
            for (id, name, type) in names + [("certificate", "CertificateOfCompletion.pdf", "SUMMARY")] {
                guard let bytes = documents[id] else { continue }
                writer.element("DocumentPDF") { writer in
                    writer.text("Name", name)
                    writer.text("PDFBytes", bytes.base64EncodedString())
                    // The certificate has none, by which programs tell it.
                    if type == "CONTENT" { writer.text("DocumentID", id) }
                    writer.text("DocumentType", type)
                }
            }
        }
    }

    private static func type(_ kind: Recipient.Kind) -> String {
        switch kind {
        case .signer: "Signer"
        case .inPersonSigner: "InPersonSigner"
        case .carbonCopy: "CarbonCopy"
        case .certifiedDelivery: "CertifiedDelivery"
        }
    }

    private static func word(_ status: String) -> String { status.prefix(1).uppercased() + status.dropFirst() }

    fileprivate static func time(_ date: Date) -> String { String(WireDate.text(date).dropLast()) }
}

extension TabKind {
    /// The older API's type of a tab.
    fileprivate var type: String {
        switch self {
        case .signHere: "SignHere"
        case .initialHere: "InitialHere"
        case .dateSigned: "DateSigned"
        case .fullName: "FullName"
        case .email: "EmailAddress"
        case .signerAttachment: "SignerAttachment"
        case .text, .checkbox, .radio, .list: "Custom"
        }
    }

    /// Which `Custom` tab it is; `nil` for other types.
    fileprivate var customType: String? {
        switch self {
        case .text: "Text"
        case .checkbox: "Checkbox"
        case .radio: "Radio"
        case .list: "List"
        case .signHere, .initialHere, .dateSigned, .fullName, .email, .signerAttachment: nil
        }
    }
}

/// Writes XML 1.0. Characters that it cannot hold become U+FFFD.
private struct XMLWriter: Sendable {
    private var output = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"

    var bytes: Data { Data(output.utf8) }

    /// Writes an element, with its content if `body` writes any.
    mutating func element(_ name: String, _ attributes: [(String, String)] = [], _ body: (inout XMLWriter) -> Void) {
        output += "<\(name)"
        for (name, value) in attributes { output += " \(name)=\"\(Self.escaped(value))\"" }
        output += ">"
        let start = output.utf8.count
        body(&self)
        if output.utf8.count == start {
            output.removeLast()
            output += " />"
        } else {
            output += "</\(name)>"
        }
    }

    mutating func text(_ name: String, _ text: String) {
        output += text.isEmpty ? "<\(name) />" : "<\(name)>\(Self.escaped(text))</\(name)>"
    }

    mutating func times(_ times: [(name: String, at: Date?)]) {
        for (name, at) in times { if let at { text(name, ConnectXML.time(at)) } }
    }

    private static func escaped(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}") }
        return HTMLText.escaped(String(scalars))
    }

    /// The characters of XML 1.0 (§2.2).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
