import Ceremony
import Envelopes
import Foundation
import Ledger
import Testing

@testable import EnvelopeService
@testable import EnvelopeWork
@testable import TestSupport

@Suite("Links in messages")
struct LinkTests {
    @Test(
        "The link's page shows who asks for what, the documents and the last day; the message follows on the next page")
    func invitation() async throws {
        let scene = try await LinkScene(defining: {
            $0.notification = NotificationSettings(expiry: .init(after: 7, warn: 0))
        })
        let page = await scene.get(try await scene.link())
        #expect(page.status == 200)
        #expect(page.says("Ada Sender of Fjord Homes asks you to sign “Lease”"), "\(page.text)")
        #expect(!page.says("Please sign\nby Friday.") && page.says("lease.pdf") && page.says("1 page"))
        let last = SignedDate.day(scene.stage.clock.now + 7 * 86_400, in: .gmt)
        #expect(page.says("You can sign until \(last)."), "\(page.text)")
        #expect(page.says("Review the documents"))
        #expect(!page.text.contains("<script") && page.headers[.setCookie] == nil)
    }

    @Test("A person who was at the page has the last day in their own time zone")
    func zone() async throws {
        let scene = try await LinkScene(defining: {
            $0.notification = NotificationSettings(expiry: .init(after: 7, warn: 0))
        })
        let link = try await scene.link()
        let visit = try await scene.open(link)
        let end = scene.stage.clock.now + 7 * 86_400
        // In one of the two it is another day than in UTC.
        let usual = SignedDate.day(end, in: .gmt)
        let name = try #require(
            ["Pacific/Kiritimati", "Pacific/Pago_Pago"].first { name in
                TimeZone(identifier: name).map { SignedDate.day(end, in: $0) != usual } ?? false
            })
        let headers = ["content-type": "application/json", "countersign-time-zone": name]
        #expect(await visit.post("/consent", "{}", headers).status == 200)
        let own = SignedDate.day(end, in: try #require(TimeZone(identifier: name)))
        let page = await scene.get(link)
        #expect(page.says("until \(own)."), "\(page.text)")
        #expect(!page.says("until \(usual)."))
    }

    @Test("Of eight requests at once that assign a part to eight people, one is answered")
    func delegatedOnce() async throws {
        let scene = try await LinkScene(defining: { $0.allowsReassigning = true })
        let browser = try await scene.open(try await scene.link())
        #expect(await browser.isIn)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 1...8 {
                let body = "{\"name\":\"Dee\",\"email\":\"dee\(number)@example.org\",\"reason\":\"I am on leave.\"}"
                group.addTask {
                    await browser.post("/delegate", body, ["content-type": "application/json"]).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == 200 }.count == 1 && statuses.filter { $0 == 401 }.count == 7, "\(statuses)")
        #expect(try await scene.events.filter { $0 == .delegated }.count == 1)
        #expect(await !browser.isIn)
    }

    @Test("After consent the link's page shows the message with the recipient's note below it, and escapes markup")
    func note() async throws {
        var bo = LinkScene.bo
        bo.note = "<b>Hello</b> Bo"
        let scene = try await LinkScene([bo])
        let link = try await scene.link()
        let visit = try await scene.open(link)
        #expect(await visit.get("\(visit.base)/session").says("by Friday."))
        #expect(await visit.post("/consent", "{}", ["content-type": "application/json"]).status == 200)
        let page = await scene.get(link)
        #expect(page.says("<b>Hello</b> Bo") && !page.text.contains("<b>"))
        #expect(page.says("by Friday.\n\n<b>Hello</b>"), "\(page.text)")
    }

    @Test("A scanner that opens the link fifty times changes nothing")
    func scanners() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode, .mailCode])])
        let link = try await scene.link()
        let before = try await scene.ledger.history(scene.id)
        let jobs = try await scene.stage.service.stores.jobs.jobs(in: nil, after: 0, count: 100)
        for method in [HTTPRequest.Method.get, .head] {
            for _ in 1...50 {
                let page = await scene.stage.call(method, link, as: nil)
                #expect(page.status == 200 && page.headers[.setCookie] == nil)
            }
        }
        #expect(try await scene.ledger.history(scene.id).events == before.events)
        #expect(try await scene.stage.service.stores.jobs.jobs(in: nil, after: 0, count: 100) == jobs)
        #expect(try await scene.open(link).page.hasPrefix("/ceremony/"))
    }

    @Test("The address in answers has the link sent by mail, and lets nobody in")
    func signingAddress() async throws {
        let scene = try await LinkScene()
        let addresses = SigningAddresses(secrets: scene.stage.service.stores.secrets)
        let base = try #require(URL(string: "https://sign.example.org"))
        let address = try #require(addresses.address(of: "1", in: try await scene.envelope, base: base))
        let path = address.path(percentEncoded: true)
        let page = await scene.get(path)
        #expect(page.status == 200 && page.says("Ada Sender of Fjord Homes asks you to sign “Lease”"))
        #expect(page.says("by mail to b…@example.org") && !page.text.contains("/open/"), "\(page.text)")
        #expect(try await scene.mail().isEmpty)
        let sent = await scene.post(path)
        #expect(sent.status == 200 && sent.says("Check your mail") && sent.headers[.setCookie] == nil)
        #expect(try await scene.mail().map(\.message) == [.invitation])
        #expect(await scene.post(path, HTTPFields(["Sec-Fetch-Site": "cross-site"])).status == 403)
        #expect(await scene.get(path + "x").status == 404)
        #expect(await scene.get(path.replacing("/1/", with: "/2/")).status == 404)
        #expect(try await scene.mail().count == 1)
        try await scene.sign("1")
        #expect(await scene.get(path).says("You have signed"))
        #expect(await scene.post(path).status == 200)
        #expect(try await scene.mail().count == 2)
        for _ in 1...20 { _ = await scene.post(path) }
        #expect(try await scene.mail().count == scene.stage.service.configuration.links.renewals)
        try await scene.void("Wrong")
        #expect(await scene.get(path).status == 410)
    }

    @Test("The page is not cached, referred or indexed")
    func headers() async throws {
        let scene = try await LinkScene()
        for page in [await scene.get(try await scene.link()), await scene.get("/open/guessed")] {
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(["no-referrer", "same-origin"].contains(page.headers[named: "Referrer-Policy"]))
            #expect(page.headers[named: "X-Robots-Tag"] == "noindex")
        }
    }

    @Test("The page's button opens a session each time, and that is recorded once")
    func sessions() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link()
        let first = try await scene.open(link)
        #expect(await first.isIn)
        let second = try await scene.open(link)
        #expect(second.base != first.base)
        #expect(await second.isIn)
        #expect(try await scene.events == [.identified, .viewed])
        let state = try #require(try await scene.envelope.state(of: "1"))
        #expect(state.identifications == [Identification(.mailLink)])
        let other = try await scene.open(try await scene.link(to: "2"))
        #expect(await other.isIn)
        #expect(try await scene.envelope.state(of: "2")?.identifications.count == 1)
    }

    @Test("Another site's form does not open a session")
    func foreign() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link()
        for (path, headers) in [
            (link, ["sec-fetch-site": "cross-site"]), (link, ["origin": "https://evil.example"]),
            (link + "/renew", ["sec-fetch-site": "same-site"]),
        ] {
            let page = await scene.post(path, HTTPFields(headers))
            #expect(page.status == 403 && page.headers[.setCookie] == nil)
        }
        #expect(try await scene.events == [])
        #expect(try await scene.mail() == [])
    }

    @Test("A signer who has signed sees the progress, and all files at the end")
    func finished() async throws {
        let scene = try await LinkScene([
            LinkScene.bo, LinkScene.cy, Recipient(id: "3", name: "Di", email: "di@example.org"),
        ])
        let link = try await scene.link()
        try await scene.sign("1")
        let waiting = await scene.get(link)
        #expect(waiting.says("You have signed; 2 others have not yet."), "\(waiting.text)")
        #expect(waiting.says("by mail to b…@example.org"))
        try await scene.sign("2")
        #expect(await scene.get(link).says("You have signed; 1 other has not yet."))
        let early = try await scene.open(link)
        #expect(early.page == early.base + "/finished")
        #expect(await early.get(early.base + "/documents/1/file").status == 200)
        #expect(await early.get(early.base + "/certificate").status == 404)

        try await scene.sign("3")
        scene.stage.clock.advance(90 * 86_400)
        let events = try await scene.events
        let page = await scene.get(link)
        #expect(page.status == 200 && page.says("“Lease” is complete"), "\(page.text)")
        let visit = try await scene.open(link)
        let last = await visit.get(visit.page)
        for file in ["documents/1/file", "certificate"] {
            #expect(last.text.contains("href=\"\(file)\""), "\(last.text)")
            let answer = await visit.get("\(visit.base)/\(file)")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/pdf")
        }
        let combined = await visit.get("\(visit.base)/combined")
        #expect(try await scene.envelope.combined == BlobHash(of: combined.body))
        #expect(try await scene.events == events)
    }

    @Test("A recipient of a copy can read the documents in their turn")
    func copies() async throws {
        let copy = Recipient(id: "3", name: "Di", email: "di@example.org", routingOrder: 2, kind: .carbonCopy)
        var late = LinkScene.cy
        late.routingOrder = 3
        let scene = try await LinkScene([LinkScene.bo, copy, late])
        let link = try await scene.link(to: "3")
        let early = await scene.get(link)
        #expect(early.status == 409 && early.says("It is not your turn yet"), "\(early.text)")
        #expect(await scene.post(link).headers[.setCookie] == nil)
        try await scene.sign("1")
        let page = await scene.get(link)
        #expect(page.says("You get a copy of “Lease”") && page.says("1 person has not yet signed."), "\(page.text)")
        let visit = try await scene.open(link)
        #expect(await visit.get(visit.base + "/documents/1/file").status == 200)
    }

    // MARK: Dead ends

    @Test("An unknown or revoked link shows that it is not valid")
    func unknown() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link()
        try await scene.stage.service.stores.links.revoke(LinkTarget(envelopeID: scene.id, recipientID: "1"))
        for path in [link, "/open/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "/open/%00"] {
            for page in [await scene.get(path), await scene.post(path), await scene.post(path + "/renew")] {
                #expect(page.status == 404 && page.says("This link is not valid"), "\(path): \(page.text)")
            }
        }
    }

    @Test("An expired link offers a new one to the same address, three times an hour, without confirming delivery")
    func renewal() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link(life: 86_400)
        scene.stage.clock.advance(86_400)
        let page = await scene.get(link)
        #expect(page.status == 410 && page.says("This link has expired") && page.says("Send me a new link"))
        #expect(page.says("b…@example.org") && !page.text.contains("bo@example.org"))
        #expect(await scene.post(link).headers[.setCookie] == nil)
        var answers: Set<HTTPReply> = []
        for _ in 1...5 {
            var answer = await scene.post(link + "/renew")
            answer.headers[named: "X-DocuSign-TraceToken"] = nil
            answers.insert(answer)
        }
        #expect(answers.count == 1 && answers.first?.status == 200)
        #expect(try await scene.mail() == Array(repeating: MailOrder(Notice(.invitation, to: "1")), count: 3))
        scene.stage.clock.advance(3601)
        _ = await scene.post(link + "/renew")
        #expect(try await scene.mail().count == 4)
        #expect(try await scene.mail(to: "2").isEmpty)
    }

    @Test("A link to withdrawn, declined or expired documents shows what happened and whom to ask")
    func over() async throws {
        let voided = try await LinkScene()
        let link = try await voided.link()
        try await voided.void("The flat is <gone>.")
        let page = await voided.get(link)
        #expect(page.status == 410 && page.says("These documents were withdrawn"))
        #expect(page.says("The flat is <gone>.") && page.says("ada@example.org"))
        #expect(await voided.post(link).status == 410)
        #expect(await voided.post(link + "/renew").status == 200)
        #expect(try await voided.mail() == [])

        let declined = try await LinkScene()
        try await declined.act(.decline(recipientID: "2", reason: "No."), by: LinkScene.cy)
        #expect(await declined.get(try await declined.link()).says("Somebody has declined to sign “Lease”"))
        let own = await declined.get(try await declined.link(to: "2"))
        #expect(own.status == 410 && own.says("You have declined to sign “Lease”"))

        let expired = try await LinkScene()
        try await expired.act(.expire, by: LinkScene.bo)
        let over = await expired.get(try await expired.link())
        #expect(over.status == 410 && over.says("The time to sign has expired") && over.says("to send it again"))
    }

    @Test("After assigning, each earlier holder's link says whom they assigned their part to, and opens nothing")
    func passedOn() async throws {
        let scene = try await LinkScene(defining: { $0.allowsReassigning = true })
        let first = try await scene.link()
        try await scene.act(
            .delegate(
                recipientID: "1", delegation: Delegation(name: "Di New", email: "di@example.org", reason: "Away.")),
            by: LinkScene.bo)
        let second = try await scene.link()
        let page = await scene.get(first)
        #expect(page.status == 410 && page.says("You have assigned “Lease” to Di New"), "\(page.text)")
        #expect(page.says("Di New gets an invitation by mail and signs in your place."))
        #expect(!page.text.contains("di@example.org") && !page.text.contains("d…@"))
        #expect(await scene.get(second).says("asks you to sign"))
        try await scene.act(
            .delegate(
                recipientID: "1", delegation: Delegation(name: "Ed Next", email: "ed@example.org", reason: "Away.")),
            by: LinkScene.bo)
        let mail = try await scene.mail()
        for (link, person) in [(first, "Di New"), (second, "Ed Next")] {
            #expect(await scene.get(link).says("You have assigned “Lease” to \(person)"))
            let pressed = await scene.post(link)
            #expect(pressed.status == 410 && pressed.headers[.setCookie] == nil)
            _ = await scene.post(link + "/renew")
        }
        #expect(try await scene.mail() == mail)
        #expect(await scene.get(try await scene.link()).says("asks you to sign"))
    }

    @Test("The last page says whether the documents were mailed")
    func copyMailed() async throws {
        let scene = try await LinkScene([LinkScene.bo])
        let link = try await scene.link()
        try await scene.sign("1")
        #expect(await scene.get(link).says("The documents are on their way to b…@example.org by mail."))
        let service = EventActor(kind: .service, id: "service", name: "Service")
        let context = CommandContext(at: scene.stage.clock.now, actor: service)
        _ = try await scene.ledger.perform(
            .noteMailing(
                Mailing(
                    message: .completed, recipientID: "1", address: "bo@example.org", messageID: "a@b",
                    server: "mx.example.org")), on: scene.id, context)
        #expect(await scene.get(link).says("The documents were mailed to b…@example.org."))
    }

    @Test("The link opens no session before the recipient's turn")
    func turns() async throws {
        var late = LinkScene.cy
        late.routingOrder = 2
        let scene = try await LinkScene([LinkScene.bo, late])
        let link = try await scene.link(to: "2")
        #expect(await scene.get(link).says("It is not your turn yet"))
        #expect(await scene.post(link).status == 409)
        #expect(try await scene.events == [])
        try await scene.sign("1")
        #expect(await scene.get(link).says("asks you to sign"))
    }

    // MARK: The visit's end

    @Test("The visit ends on the service's own page, which shows the outcome")
    func end() async throws {
        let scene = try await LinkScene()
        let link = try await scene.link()
        let visit = try await scene.open(link)
        #expect(await visit.isIn)
        let json = ["content-type": "application/json"]
        let later = await visit.post("/later", "{}", json)
        #expect(later["redirect"] == "https://sign.example.org\(visit.base)/finished?event=cancel", "\(later.text)")
        let page = await visit.get("\(visit.base)/finished?event=cancel")
        #expect(page.status == 200 && page.says("You have not signed yet") && page.says("What you entered is kept."))
        try await scene.sign("1")
        #expect(await visit.get("\(visit.base)/finished").says("You have signed; 1 other has not yet."))
        scene.stage.clock.advance(3600)
        let ended = await visit.get("\(visit.base)/finished?event=session_timeout")
        #expect(ended.status == 401 && ended.says("This visit has ended"))
        #expect(await scene.get("\(visit.base)/finished").status == 401)
    }
}
