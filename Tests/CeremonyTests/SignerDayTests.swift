import Envelopes
import Foundation
import HTTPMessages
import SignedPDF
import Testing
import Words

@testable import Ceremony
@testable import TestSupport

@Suite("The day in a document is the signer's")
struct SignerDayTests {
    private struct Row: Decodable, CustomTestStringConvertible {
        let instant: String
        let zone: String
        let language: String?
        let form: String?
        let text: String
        var testDescription: String { "\(instant) \(zone) \(language ?? form ?? "")" }
    }

    /// Made and checked with other people's time zones and calendars by `Interop/test_dates.py`.
    private static let table: [Row] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SignedDays.json")
        return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
    }()

    @Test("Each day of a table is written in the words of its language or in its form")
    func days() async throws {
        #expect(Self.table.count >= 40)
        let scene = try Scene()
        let envelope = try await scene.desk.envelope()
        for row in Self.table {
            let instant = try Date(row.instant, strategy: .iso8601)
            let zone = try #require(LocalZone(named: row.zone, at: instant))
            var tab = try #require(envelope.tabs.first)
            tab.dateFormat = try row.form.map { try #require(DateFormat(rawValue: $0)) }
            let language = Language.best(for: [row.language ?? "en"])
            let byName = SignedDate.text(of: tab, in: envelope, instant, zone.timeZone, language)
            let byDistance = SignedDate.text(
                of: tab, in: envelope, instant, try #require(TimeZone(secondsFromGMT: zone.secondsFromUTC)), language)
            #expect([byName, byDistance] == [row.text, row.text], "\(row.testDescription)")
        }
    }

    private func date(_ host: CeremonyHost, _ headers: HTTPFields = [:]) async throws -> String {
        struct Session: Decodable {
            struct Tab: Decodable {
                let kind: String
                let value: String?
            }
            let tabs: [Tab]
        }
        let session = try JSONDecoder().decode(Session.self, from: await host.get("session", headers: headers).body)
        return try #require(session.tabs.first { $0.kind == "dateSigned" }?.value)
    }

    private func finished(
        _ scene: Scene, _ headers: HTTPFields
    ) async throws -> (event: Event, date: String?, envelope: Envelope) {
        let host = scene.host("1")
        await host.prepare()
        try #require(await host.send(.post, "finish", headers: headers).status == 200)
        let history = try await scene.desk.history()
        let event = try #require(history.events.last { $0.body.kind == .signed })
        let envelope = try await scene.desk.envelope()
        let tab = try #require(envelope.tabs.first { $0.kind == .dateSigned })
        return (event, envelope.value(of: tab), envelope)
    }

    @Test("The zone that the page names decides the day, and stands in the event and in the certificate")
    func zone() async throws {
        // At 09:15 UTC on 21 November it is still the evening of the 20th in Samoa.
        let scene = try Scene { $0.options.showsEvidence = true }
        let headers: HTTPFields = HTTPFields([
            "Countersign-Time-Zone": "Pacific/Pago_Pago", "Countersign-Language": "de",
        ])
        let host = scene.host("1")
        #expect(try await date(host) == "21 Nov 2026")
        #expect(try await date(host, headers) == "20. Nov. 2026")
        let (event, date, envelope) = try await finished(scene, headers)
        #expect(date == "20. Nov. 2026")
        #expect(event.actor.zone?.name == "Pacific/Pago_Pago")
        #expect(event.actor.zone?.secondsFromUTC == -39_600)
        #expect(event.actor.language == "de")
        let document = try await scene.desk.blob(try #require(envelope.latestVersion(of: envelope.documents[0].id)))
        let text = try await Shown.text(of: document)
        #expect(text.contains("20. Nov. 2026"))
        #expect(text.contains("20. Nov. 2026, 22:15 UTC-11:00"), "\(text)")
        let certificate = try await scene.desk.blob(try #require(envelope.certificate))
        let shown = try await Shown.text(of: certificate, pages: try PDFDocument(certificate).pageCount())
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(shown.contains("20 Nov 2026, 22:15:02 UTC-11:00 (21 Nov 2026, 09:15:02 UTC)"), "\(shown)")
        #expect(shown.contains("Time zone") && shown.contains("Pacific/Pago_Pago (UTC-11:00)"))
    }

    @Test("A person who comes back has the day of their last act before the page has said anything")
    func remembered() async throws {
        let scene = try Scene()
        let host = scene.host("1")
        _ = await host.get("session")
        _ = await host.send(.post, "consent", headers: HTTPFields(["Countersign-Time-Zone": "Pacific/Pago_Pago"]))
        #expect(try await date(host) == "20 Nov 2026")
        #expect(try await date(host, HTTPFields(["Countersign-Time-Zone": "Pacific/Kiritimati"])) == "21 Nov 2026")
    }

    @Test(
        "A zone that nobody knows counts for nothing",
        arguments: [
            "", "Mars/Olympus", "../../etc/passwd", "../zoneinfo/Pacific/Pago_Pago", "Pacific/./Pago_Pago",
            "Asia/Kolkata\u{202E}", String(repeating: "A", count: 5000),
        ])
    func unknown(zone: String) async throws {
        let scene = try Scene()
        let (event, date, _) = try await finished(scene, HTTPFields(["Countersign-Time-Zone": zone]))
        #expect(date == "21 Nov 2026")
        #expect(event.actor.zone == nil)
    }

    @Test("On a device, the device's zone counts and not the page's")
    func device() async throws {
        let scene = try Scene()
        let host = scene.host("1") { $0.takesZoneOfPage = false }
        #expect(try await date(host, HTTPFields(["Countersign-Time-Zone": "Pacific/Pago_Pago"])) == "21 Nov 2026")
    }

    @Test("A form of the envelope holds for tabs without one of their own")
    func form() async throws {
        let scene = try Scene { $0.options.dateFormat = .isoDay }
        let (_, date, _) = try await finished(scene, HTTPFields(["Countersign-Language": "de"]))
        #expect(date == "2026-11-21")
    }

    @Test("A tab's own form comes before the envelope's")
    func ownForm() async throws {
        let scene = try Scene { definition in
            definition.options.dateFormat = .isoDay
            for index in definition.tabs.indices where definition.tabs[index].kind == .dateSigned {
                definition.tabs[index].dateFormat = .dottedDay
            }
        }
        #expect(try await finished(scene, [:]).date == "21.11.2026")
    }
}
