import Envelopes
import Foundation
import Testing

@testable import Ceremony
@testable import TestSupport

@Suite("What a sender may wish of the page")
struct SenderWishesTests {
    private static func change(
        _ definition: inout EnvelopeDefinition, _ id: String, _ change: (inout EnvelopeTab) -> Void
    ) {
        for index in definition.tabs.indices where definition.tabs[index].id.rawValue == id {
            change(&definition.tabs[index])
        }
    }

    @Test(
        "The day of signing is shown, recorded and drawn in the form that the sender chose",
        arguments: [
            (DateFormat.monthDayYear, "11/21/2026"), (.dayMonthYear, "21/11/2026"), (.yearMonthDay, "2026/11/21"),
            (.longMonth, "November 21, 2026"), (.withTime, "11/21/2026 09:15:02 am"), (.dottedDay, "21.11.2026"),
            (.hyphenedDay, "21-11-2026"), (.isoDay, "2026-11-21"), (.shortMonth, "21 Nov 2026"),
        ])
    func dateForms(format: DateFormat, text: String) async throws {
        let scene = try Scene { definition in
            Self.change(&definition, Scene.dateSigned) { $0.dateFormat = format }
        }
        let host = scene.host()
        #expect(try SessionAnswer(await host.get("session")).tab(Scene.dateSigned)?.value == text)
        await host.prepare()
        #expect(await host.send(.post, "finish").status == 200)
        let envelope = try await scene.desk.history().envelope
        let tab = try #require(envelope.tabs.first { $0.id.rawValue == Scene.dateSigned })
        #expect(envelope.value(of: tab) == text)
        let signed = try await scene.desk.blob(try #require(envelope.versions["1"]?.dropFirst().first))
        #expect(String(decoding: signed, as: Unicode.ASCII.self).contains("(\(text))"))
    }

    @Test("A text that a field does not take is refused with a sentence that says what it takes")
    func textRules() async throws {
        let scene = try Scene { definition in
            Self.change(&definition, Scene.text) { $0.validation = .usZipCode }
        }
        let host = scene.host()
        _ = await host.get("session")
        _ = await host.send(.post, "consent")
        let refused = await host.send(.put, "fields/\(Scene.text)", #"{"value":"Ghent"}"#)
        let problem = try #require(try Answer(refused).error)
        #expect(refused.status == 422 && problem.code == "value_unfit")
        #expect(problem.message == "“text 350.0” takes a ZIP code, with five or nine digits.")
        #expect(await host.send(.put, "fields/\(Scene.text)", #"{"value":"12345-6789"}"#).status == 200)
    }

    @Test("A date is entered in the field's form, which the empty field shows")
    func enteredDates() async throws {
        let scene = try Scene { definition in
            Self.change(&definition, Scene.text) { tab in
                tab.dateFormat = .yearMonthDay
                tab.detail = .company
            }
        }
        let host = scene.host()
        let session = String(decoding: await host.get("session").body, as: UTF8.self)
        #expect(session.contains(#""placeholder":"YYYY/MM/DD""#) || session.contains(#""placeholder":"YYYY\/MM\/DD""#))
        #expect(session.contains(#""autocomplete":"organization""#))
        _ = await host.send(.post, "consent")
        let refused = try Answer(await host.send(.put, "fields/\(Scene.text)", #"{"value":"21/11/2026"}"#))
        #expect(refused.error?.message.contains("a date in the form YYYY/MM/DD") == true)
        #expect(session.contains(#""dateFormat":"YYYY/MM/DD""#) || session.contains(#""dateFormat":"YYYY\/MM\/DD""#))
        let missing = await host.send(.put, "fields/\(Scene.text)", #"{"value":"2026/02/31"}"#)
        #expect(missing.status == 422)
        #expect(try Answer(missing).error?.code == "missing_day")
        #expect(
            try Answer(missing).error?.message
                == "2026/02/31 is not a day of the calendar. Please enter the date in “text 350.0” as YYYY/MM/DD.")
        #expect(await host.send(.put, "fields/\(Scene.text)", #"{"value":"2026/11/21"}"#).status == 200)
    }

    @Test("Declining is neither offered nor accepted if the sender does not allow it")
    func declining() async throws {
        let scene = try Scene { $0.options.allowsDeclining = false }
        let host = scene.host()
        let session = String(decoding: await host.get("session").body, as: UTF8.self)
        #expect(session.contains(#""decline":false"#))
        let refused = await host.send(.post, "decline", #"{"reason":"No."}"#)
        #expect(refused.status == 409)
        #expect(try await scene.desk.history().envelope.status.isInProcess)
        let usual = String(decoding: try await Scene().host().get("session").body, as: UTF8.self)
        #expect(usual.contains(#""decline":true"#))
    }

    @Test("Without an address of the visit's own, the browser goes on to the sender's")
    func addresses() async throws {
        func wish(_ definition: inout EnvelopeDefinition) {
            definition.options.signedAddress = "https://example.org/signed"
            definition.options.declinedAddress = "https://example.org/declined"
        }
        let signing = try Scene(changing: wish).host(returnURL: nil)
        await signing.prepare()
        #expect(try Answer(await signing.send(.post, "finish")).redirect == "https://example.org/signed")
        let declining = try Scene(changing: wish).host(returnURL: nil)
        _ = await declining.get("session")
        let declined = await declining.send(.post, "decline", #"{"reason":"No."}"#)
        #expect(try Answer(declined).redirect == "https://example.org/declined")
        let own = try Scene(changing: wish).host(returnURL: "https://example.com/done")
        _ = await own.get("session")
        let visit = await own.send(.post, "decline", #"{"reason":"No."}"#)
        #expect(try Answer(visit).redirect == "https://example.com/done?event=decline")
    }
}
