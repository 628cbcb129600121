import Envelopes
import Essentials
import Foundation
import Testing

@testable import DocuSignDialect

@Suite("Connect on the wire") struct ConnectWireTests {
    private func configuration(_ text: String, noting ignored: IgnoredMembers? = nil) throws
        -> Wire.ConnectCustomConfiguration
    {
        try Wire.decode(Wire.ConnectCustomConfiguration.self, from: Data(text.utf8), noting: ignored)
    }

    private func envelope(_ member: String, _ value: Any) throws -> Wire.EnvelopeDefinition {
        try Samples.decode(Samples.body(member, value))
    }

    @Test("Every event of the API is known")
    func names() throws {
        for name in [
            "envelope-created", "envelope-sent", "envelope-resent", "envelope-delivered", "envelope-completed",
            "envelope-declined", "envelope-voided", "envelope-corrected", "envelope-purge", "envelope-deleted",
            "envelope-discard", "envelope-reminder-sent", "recipient-sent", "recipient-resent", "recipient-delivered",
            "recipient-completed", "recipient-declined", "recipient-authenticationfailed",
            "recipient-autoresponded", "recipient-finish-later", "recipient-delegate", "recipient-reassign",
            "template-created", "template-modified", "template-deleted", "extension-executed",
        ] {
            let ignored = IgnoredMembers()
            let read = try configuration("{\"events\":[\"\(name)\"]}", noting: ignored)
            #expect(read.events?.map(\.rawValue) == [name])
            let isSent = try #require(ConnectEventName(rawValue: name)).isSent
            #expect(ignored.places == (isSent ? [] : ["events.\(name)"]))
        }
    }

    @Test("A notification survives conversion from and to the wire")
    func notification() throws {
        for (flag, include) in [("true", ["custom_fields", "documents", "recipients", "tabs"]), ("false", ["tabs"])] {
            let given: [String: Any] = [
                "url": "https://example.org/hook", "deliveryMode": "SIM",
                "events": ["envelope-sent", "recipient-completed"],
                "eventData": ["version": "restv2.1", "format": "json", "includeData": include], "includeHMAC": flag,
                "includeOAuth": flag, "requireAcknowledgment": flag, "loggingEnabled": flag,
                "includeCertificateOfCompletion": flag, "includeDocuments": flag,
            ]
            for (member, value) in [("eventNotification", given as Any), ("eventNotifications", [given] as Any)] {
                let wire = try envelope(member, value)
                let notifications = wire.notifications
                try #require(notifications.count == 1)
                let back = try JSONEncoder().encode(Wire.EventNotification(notifications[0]))
                let object = try #require(JSONSerialization.jsonObject(with: back) as? NSDictionary)
                #expect(object == given as NSDictionary)
            }
        }
    }

    @Test(
        "The older lists without eventData ask for XML, and a format can be named",
        arguments: [
            (#"{"envelopeEvents":["Completed"]}"#, .xml),
            (#"{"recipientEvents":["Sent"],"events":["envelope-sent"]}"#, .xml),
            (#"{"events":["envelope-sent"]}"#, .json),
            (#"{"events":["envelope-sent"],"eventData":{"format":"XML"}}"#, .xml),
            (#"{"envelopeEvents":["Completed"],"eventData":{"format":"json"}}"#, .json),
            (#"{"envelopeEvents":["Completed"],"eventData":{"version":"restv2.1"}}"#, .json),
        ] as [(String, ConnectNotification.Format)])
    func format(_ text: String, _ format: ConnectNotification.Format) throws {
        var read = try configuration(text)
        read.urlToPublishTo = "https://a.example"
        let notification = try read.notification()
        #expect(notification.format == format)
        var shown = Wire.ConnectCustomConfiguration()
        shown.show(notification)
        #expect((shown.eventData == nil) == (format == .xml))
        // A change that says nothing about the format keeps it, and one that names it changes it.
        let change = try configuration(#"{"connectId":"1","envelopeEvents":["Sent"]}"#)
        #expect(try change.notification(changing: notification).format == format)
        let other = try configuration(#"{"connectId":"1","eventData":{"format":"json"}}"#)
        #expect(try other.notification(changing: notification).format == .json)
    }

    @Test("An envelope's own notification has the format that its lists ask for")
    func ownFormat() throws {
        let own: [String: Any] = [
            "url": "https://a.example", "recipientEvents": [["recipientEventStatusCode": "sent"]],
            "includeDocuments": "true", "useSoapInterface": "false", "includeTimeZone": "true",
            "includeSenderAccountAsCustomField": "true", "includeEnvelopeVoidReason": "true",
        ]
        let older = try envelope("eventNotification", own).notifications
        #expect(older.map(\.format) == [.xml] && older[0].includes == [.documents])
        let json = own.merging(["eventData": ["format": "json"]]) { $1 }
        #expect(try envelope("eventNotification", json).notifications.map(\.format) == [.json])
        #expect(try envelope("eventNotification", json).notifications.map(\.events) == [[.recipientSent]])
    }

    @Test("Notifications in JSON are stored as they were before there was another format")
    func storedFormat() throws {
        let json = ConnectNotification(url: "https://a.example", events: [.envelopeSent])
        #expect(!String(decoding: try CanonicalJSON.bytes(of: json), as: UTF8.self).contains("ormat"))
        let xml = ConnectNotification(url: "https://a.example", events: [.envelopeSent], format: .xml)
        let again = try CanonicalJSON.value(ConnectNotification.self, from: CanonicalJSON.bytes(of: xml))
        #expect(again == xml && again.format == .xml)
    }

    @Test("Parts of which an envelope has none here are accepted")
    func emptyParts() throws {
        let names = ["attachments", "folders", "payment_tabs", "powerform", "prefill_tabs", "extensions", "Tabs"]
        let read = try configuration(
            #"{"urlToPublishTo":"https://a.example","events":["envelope-sent"],"eventData":{"includeData":["#
                + names.map { "\"\($0)\"" }.joined(separator: ",") + "]}}")
        #expect(try read.notification().includes == [.tabs, .extensions])
    }

    @Test("Both members are read, and older statuses map to events")
    func older() throws {
        var body = Samples.body(
            "eventNotification",
            [
                "url": "https://a.example", "eventData": ["version": "restv2.1"],
                "envelopeEvents": [["envelopeEventStatusCode": "Completed", "includeDocuments": "true"]],
                "recipientEvents": [
                    ["recipientEventStatusCode": "AutoResponded"], ["recipientEventStatusCode": "sent"],
                ],
            ])
        body["eventNotifications"] = [["url": "https://b.example", "events": ["Envelope-Sent"]]]
        let notifications = try Samples.decode(body).notifications
        #expect(notifications.map(\.url) == ["https://a.example", "https://b.example"])
        #expect(notifications[0].events == [.envelopeCompleted, .recipientSent, .recipientAutoResponded])
        #expect(notifications[0].includes == [.documents] && notifications[0].needsAcknowledgment)
        #expect(notifications[1].events == [.envelopeSent] && notifications[1].includes.isEmpty)
        let read = try configuration(
            #"{"connectId":"1","envelopeEvents":["Draft","Voided"],"recipientEvents":["Declined"]}"#)
        #expect(read.events == [.envelopeCreated, .envelopeVoided, .recipientDeclined])
    }

    @Test(
        "Unsupported settings are refused by name",
        arguments: [
            (#"{"events":["envelope-signed"]}"#, "envelope-signed"), (#"{"events":["x"]}"#, "events"),
            (#"{"envelopeEvents":["Signed"]}"#, "envelopeEvents"), (#"{"recipientEvents":["x"]}"#, "recipientEvents"),
            (#"{"eventData":{"format":"soap"}}"#, "eventData.format"),
            (#"{"eventData":{"version":"legacy"}}"#, "eventData.version"),
            (#"{"eventData":{"includeData":["tabs","pages"]}}"#, "pages"),
            (#"{"deliveryMode":"aggregate"}"#, "deliveryMode"),
            (#"{"configurationType":"salesforce"}"#, "configurationType"),
            (#"{"useSoapInterface":"true"}"#, "useSoapInterface"),
            (#"{"requireMutualTls":"true"}"#, "requireMutualTls"),
            (#"{"signMessageWithX509Certificate":"true"}"#, "signMessageWithX509Certificate"),
            (#"{"sfObjects":[{"id":"1"}]}"#, "sfObjects"), (#"{"soapNamespace":"x"}"#, "soapNamespace"),
            (#"{"pausePublish":"true"}"#, "pausePublish"),
        ])
    func refused(text: String, words: String) throws {
        let error = #expect(throws: APIError.self) { _ = try configuration(text) }
        #expect(
            error?.errorCode == "INVALID_REQUEST_PARAMETER" && error?.message.contains(words) == true, "\(error as Any)"
        )
    }

    @Test("An update changes only the members it names")
    func update() throws {
        let earlier = ConnectNotification(
            url: "https://a.example", events: [.envelopeSent], includes: [.tabs], includesCertificate: true,
            isSigned: true, needsAcknowledgment: false, isLogged: true)
        #expect(try configuration("{}").notification(changing: earlier) == earlier)
        var wanted = earlier
        wanted.events = [.recipientSent]
        wanted.isSigned = false
        #expect(
            try configuration(#"{"events":["recipient-sent"],"includeHMAC":"false"}"#).notification(changing: earlier)
                == wanted)
        #expect(throws: APIError.self) { try configuration("{}").notification() }
        #expect(throws: APIError.self) { try configuration(#"{"events":[]}"#).notification(changing: earlier) }
    }
}
