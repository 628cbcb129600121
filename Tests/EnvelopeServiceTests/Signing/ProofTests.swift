import Ceremony
import EnvelopeService
import Envelopes
import Essentials
import Foundation
import Ledger
import Testing

@testable import TestSupport

@Suite("Codes before the documents")
struct ProofTests {
    // MARK: Access codes

    @Test("An access code is required before anything is shown, and again in each session")
    func accessCode() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        let link = try await scene.link()
        for round in 1...2 {
            let visit = try await scene.open(link)
            let page = await visit.get(visit.page)
            #expect(page.status == 200 && page.says("Enter your access code"), "\(page.text)")
            for path in ["/session", "/documents/1/file", "/documents/1/pages/1/image", "/ceremony.js"] {
                #expect(await visit.get(visit.base + path).status == 401, "\(path)")
            }
            #expect(await visit.post("/consent", "{}", ["content-type": "application/json"]).status == 401)
            let entered = await visit.enter(" Blue-42+")
            #expect(entered.status == 303 && entered.headers[.location] == visit.page, "\(entered.text)")
            #expect(await visit.isIn)
            #expect(try await scene.events == [.identified, .identified, .viewed], "round \(round)")
        }
        let given = try #require(try await scene.envelope.state(of: "1")).identifications
        #expect(given == [Identification(.mailLink), Identification(.accessCode)])
    }

    @Test("A wrong code is recorded; the third one locks the recipient and notifies the sender")
    func wrong() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        let link = try await scene.link()
        let visit = try await scene.open(link)
        #expect(await visit.enter("").says("Enter the code."))
        let first = await visit.enter("blue-42")
        #expect(
            first.status == 403 && first.says("That is not the access code. You have 2 tries left."), "\(first.text)")
        let other = try await scene.open(link)
        #expect(await other.enter("nothing").says("You have one try left."))
        let last = await visit.enter("again")
        #expect(last.status == 403 && last.says("Your access is locked"))
        #expect(last.says("Ask Ada Sender (ada@example.org) for the right code and a new invitation."))
        #expect(await visit.enter(LinkScene.code).says("Your access is locked"))
        #expect(await scene.get(link).says("Your access is locked"))
        #expect(await scene.post(link).headers[.setCookie] == nil)
        #expect(try await scene.envelope.state(of: "1")?.isLocked == true)
        #expect(try await scene.events.filter { $0 == .identificationFailed }.count == 3)
        let history = try await scene.ledger.history(scene.id)
        let before = try History(Array(history.events.dropLast())).envelope
        let event = try #require(history.events.last)
        #expect(Notice.all(for: event, before, history.envelope) == [Notice(.locked)])
    }

    @Test("Twenty parallel guesses from several devices count as three")
    func parallel() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        let link = try await scene.link()
        var visits: [LinkScene.Browser] = []
        for _ in 1...4 { visits.append(try await scene.open(link)) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { [visit = visits[number % 4]] in
                    #expect(await visit.enter("guess-\(number)").status == 403)
                }
            }
        }
        #expect(try await scene.events.filter { $0 == .identificationFailed }.count == 3)
        for visit in visits { #expect(await !visit.isIn) }
    }

    @Test("A right code after two wrong ones resets the count")
    func anew() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        let link = try await scene.link()
        for _ in 1...3 {
            let visit = try await scene.open(link)
            for _ in 1...2 { #expect(await visit.enter("wrong").status == 403) }
            #expect(await visit.enter(LinkScene.code).status == 303)
        }
        #expect(try await scene.envelope.state(of: "1")?.isLocked == false)
    }

    @Test("An embedded visit requires the code too, and a lockout redirects to the sender's program")
    func embedded() async throws {
        var bo = LinkScene.bo(askingFor: [.accessCode])
        bo.clientUserID = "u-1"
        let scene = try await LinkScene([bo])
        func ticket() async throws -> LinkScene.Browser {
            let url = try await scene.stage.service.signingURL(
                for: "1", of: scene.id, returningTo: try #require(URL(string: "https://app.example.org/done?a=1")))
            return try await .init(stage: scene.stage, opened: scene.get(url.path()))
        }
        let visit = try await ticket()
        #expect(await visit.get(visit.page).says("Enter your access code"))
        #expect(await visit.enter(LinkScene.code).headers[.location] == visit.base + "/")
        #expect(await visit.isIn)
        let second = try await ticket()
        for _ in 1...2 { _ = await second.enter("wrong") }
        let locked = await second.enter("wrong")
        let back = "href=\"https://app.example.org/done?a=1&amp;event=access_code_failed\""
        #expect(locked.text.contains(back), "\(locked.text)")
    }

    @Test("A signer who has signed enters the code again to see the documents, ten times a day at most")
    func afterwards() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode]), LinkScene.cy])
        let link = try await scene.link()
        let visit = try await scene.open(link)
        _ = await visit.enter(LinkScene.code)
        try await scene.sign("1")
        let events = try await scene.events
        let again = try await scene.open(link)
        #expect(await again.get(again.page).says("Enter your access code"))
        #expect(await again.get(again.base + "/documents/1/file").status == 401)
        #expect(await again.enter(LinkScene.code).headers[.location] == again.base + "/finished")
        #expect(await again.get(again.base + "/documents/1/file").status == 200)
        let guess = try await scene.open(link)
        for _ in 1...9 { #expect(await guess.enter("wrong").status == 403) }
        #expect(await guess.enter(LinkScene.code).status == 429)
        #expect(try await scene.events == events)
        scene.stage.clock.advance(86_401)
        let tomorrow = try await scene.open(link)
        #expect(await tomorrow.enter(LinkScene.code).status == 303)
    }

    // MARK: One-time codes

    /// Six digits that are not these.
    private func other(than code: String) -> String { code == "000000" ? "000001" : "000000" }

    @Test("A one-time code is sent on request and opens one session")
    func mailCode() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.mailCode])])
        let link = try await scene.link()
        let visit = try await scene.open(link)
        #expect(await visit.get(visit.page).says("Send me the code"))
        #expect(try await scene.mail().isEmpty)
        #expect(await visit.post("/code/send").status == 303)
        let order = try #require(try await scene.mail().last)
        #expect(order.message == .oneTimeCode)
        let code = try scene.code(in: order)
        #expect(code.count == 6 && code.allSatisfy { ("0"..."9").contains($0) })
        let form = await visit.get(visit.page)
        #expect(form.says("Enter the code from your mail") && form.says("b…@example.org") && form.says("10 minutes"))
        #expect(await visit.enter("\(code.prefix(3))+\(code.suffix(3))").status == 303)
        #expect(await visit.isIn)
        let second = try await scene.open(link)
        #expect(await second.enter(code).says("This code can no longer be used."))
        let given = try #require(try await scene.envelope.state(of: "1")).identifications
        #expect(given == [Identification(.mailLink), Identification(.mailCode)])
    }

    @Test("A one-time code allows five tries and ten minutes")
    func limits() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.mailCode])])
        let visit = try await scene.open(try await scene.link())
        #expect(await visit.enter("123456").says("No code was sent yet."))
        _ = await visit.post("/code/send")
        let code = try scene.code(in: #require(try await scene.mail().last))
        let wrong = other(than: code)
        #expect(await visit.enter(wrong).says("You have 4 tries left."))
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...10 { group.addTask { _ = await visit.enter(wrong) } }
        }
        #expect(await visit.enter(code).says("This code can no longer be used."))
        _ = await visit.post("/code/send")
        let next = try scene.code(in: #require(try await scene.mail().last))
        scene.stage.clock.advance(601)
        #expect(await visit.enter(next).says("This code has expired."))
        #expect(await !visit.isIn)
    }

    @Test("At most five one-time codes are sent within an hour")
    func sending() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.mailCode])])
        let link = try await scene.link()
        for _ in 1...5 {
            let visit = try await scene.open(link)
            #expect(await visit.post("/code/send").status == 303)
            scene.stage.clock.advance(60)
        }
        let visit = try await scene.open(link)
        let refused = await visit.post("/code/send")
        #expect(refused.status == 429 && refused.says("Try again in 55 minutes."), "\(refused.text)")
        #expect(try await scene.mail().count == 5)
        scene.stage.clock.advance(55 * 60 + 1)
        let late = try await scene.open(link)
        #expect(await late.post("/code/send").status == 303)
    }

    @Test("Both codes are required one after the other")
    func both() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode, .mailCode])])
        let visit = try await scene.open(try await scene.link())
        #expect(await visit.post("/code/send").says("Enter your access code"))
        #expect(try await scene.mail().isEmpty)
        _ = await visit.enter(LinkScene.code)
        #expect(await visit.get(visit.page).says("Send me the code"))
        #expect(await !visit.isIn)
        _ = await visit.post("/code/send")
        _ = await visit.enter(try scene.code(in: #require(try await scene.mail().last)))
        #expect(await visit.isIn)
    }

    @Test("Codes from another site's form or another browser are refused")
    func foreign() async throws {
        let scene = try await LinkScene([LinkScene.bo(askingFor: [.accessCode])])
        let visit = try await scene.open(try await scene.link())
        let refused = await visit.post("/code", "code=Blue-42", ["sec-fetch-site": "cross-site"])
        #expect(refused.status == 403)
        let stranger = await scene.post(visit.base + "/code")
        #expect(stranger.status == 401)
        #expect(await !visit.isIn)
    }

    // MARK: What the sender's program says

    @Test("The sender's own identification and its time are recorded when the page opens")
    func vouching() async throws {
        var bo = LinkScene.bo
        bo.clientUserID = "u-1"
        let scene = try await LinkScene([bo])
        func view(_ members: String) async throws -> LinkScene.Browser {
            let body = """
                {"returnUrl":"https://app.example.org/","userName":"Bo Signer","email":"bo@example.org",
                "clientUserId":"u-1",\(members)}
                """
            let answer = await scene.stage.call(
                .post, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(scene.id)/views/recipient",
                Data(body.utf8), headers: [.contentType: "application/json"])
            try #require(answer.status == 201, "\(answer.text)")
            let url = try #require(answer["url"].flatMap { URL(string: $0) })
            return try await .init(stage: scene.stage, opened: scene.get(url.path()))
        }
        _ = try await view(#""authenticationMethod":"none""#)
        #expect(try await scene.events == [])
        for _ in 1...2 {
            _ = try await view(
                #""authenticationMethod":"Password","authenticationInstant":"2026-11-21T09:15:00Z""#)
        }
        _ = try await view(#""authenticationMethod":"SmartCard""#)
        let given = try #require(try await scene.envelope.state(of: "1")).identifications
        #expect(given.map(\.method) == [.sender, .sender])
        #expect(given.map(\.detail) == ["Password", "SmartCard"])
        #expect(given.first?.at.map { Timestamp.text($0) } == "2026-11-21T09:15:00.000Z")
    }

    // MARK: Recipients who have signed in

    private func ask(
        _ scene: LinkScene, _ token: String, account: String = Stage.ada.accountID, envelope: EnvelopeID? = nil,
        name: String = "Bo Signer", email: String = "bo@example.org", client: String? = "u-1"
    ) async -> HTTPReply {
        let client = client.map { #","clientUserId":"\#($0)""# } ?? ""
        let body = """
            {"returnUrl":"https://app.example.org/","userName":"\(name)","email":"\(email)",
            "authenticationMethod":"Biometric"\(client)}
            """
        return await scene.stage.call(
            .post, "/restapi/v2.1/accounts/\(account)/envelopes/\(envelope ?? scene.id)/views/recipient",
            Data(body.utf8), headers: [.contentType: "application/json", .authorization: "Bearer \(token)"], as: nil)
    }

    private static let signedIn = [
        "bos-token": "BO@example.org", "dis-token": "di@example.org", "cys-token": "cy@example.org",
    ]

    @Test("An embedded recipient who has signed in with their address opens their own page, and the history says so")
    func ownPage() async throws {
        var bo = LinkScene.bo
        bo.clientUserID = "u-1"
        let scene = try await LinkScene([bo, LinkScene.cy], signedIn: Self.signedIn)
        let answer = await ask(scene, "bos-token")
        try #require(answer.status == 201, "\(answer.text)")
        let url = try #require(answer["url"].flatMap { URL(string: $0) })
        _ = try await LinkScene.Browser(stage: scene.stage, opened: scene.get(url.path()))
        #expect(try #require(try await scene.envelope.state(of: "1")).identifications.map(\.method) == [.signIn])
        #expect(try await scene.events.first == .identified)
    }

    @Test("Nobody opens another's page by signing in, nor learns of envelopes that are not theirs")
    func othersPages() async throws {
        var bo = LinkScene.bo
        bo.clientUserID = "u-1"
        let scene = try await LinkScene([bo, LinkScene.cy], signedIn: Self.signedIn)
        // Di is in no envelope; Cy is, but gets mail; an account's path is checked too.
        for answer in [
            await ask(scene, "dis-token"), await ask(scene, "cys-token", name: "Cy Signer", email: "cy@example.org"),
            await ask(scene, "bos-token", account: Stage.eve.accountID),
            await ask(scene, "bos-token", envelope: EnvelopeID(UUID())),
        ] {
            answer.expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST", containing: "There is no envelope")
        }
        await ask(scene, "bos-token", email: "cy@example.org")
            .expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT", containing: "signed in")
        await ask(scene, "bos-token", client: nil).expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT")
        await ask(scene, "unknown").expectRefusal(401, "AUTHORIZATION_INVALID_TOKEN")
        #expect(try await scene.events == [])
    }

    @Test("A signed-in recipient learns nothing of a draft, and gets no page of a person whose host they are")
    func draftsAndHosts() async throws {
        var bo = LinkScene.bo
        bo.clientUserID = "u-1"
        let hosted = Recipient(
            id: "2", name: "Cy Signer", email: "", kind: .inPersonSigner,
            host: Recipient.Host(name: "Bo Host", email: "bo@example.org"))
        let scene = try await LinkScene([bo, hosted], signedIn: Self.signedIn)
        let definition = try await scene.envelope.definition
        let draft = EnvelopeID(UUID())
        _ = try await scene.ledger.createEnvelope(
            draft, definition, send: false,
            CommandContext(
                at: scene.stage.clock.now, actor: EventActor(kind: .sender, id: Stage.ada.userID, name: "Ada")))
        await ask(scene, "bos-token", envelope: draft).expectRefusal(404, "ENVELOPE_DOES_NOT_EXIST")
        #expect(await ask(scene, "bos-token").status == 201)
        await ask(scene, "bos-token", name: "Bo Host")
            .expectRefusal(400, "UNKNOWN_ENVELOPE_RECIPIENT", containing: "of their own")
    }

    @Test("A signed-in recipient gets their own page only, and nothing else of the account")
    func onlyThePage() async throws {
        let scene = try await LinkScene(signedIn: Self.signedIn)
        for path in ["", "/recipients", "/audit_events", "/documents/combined"] {
            let answer = await scene.stage.call(
                .get, "/restapi/v2.1/accounts/\(Stage.ada.accountID)/envelopes/\(scene.id)\(path)",
                headers: [.authorization: "Bearer bos-token"], as: nil)
            answer.expectRefusal(401, "AUTHORIZATION_INVALID_TOKEN")
        }
    }
}
