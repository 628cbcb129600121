import Envelopes
import Foundation
import HTTPMessages

/// What the sender has from before: templates and people.
extension ComposingHost {
    private static let longestSearch = 100

    func templates(_ request: HTTPCall) async throws -> HTTPReply {
        let text = request.target.query["name"] ?? ""
        guard text.utf16.count <= Self.longestSearch else { throw DraftError.malformed }
        return try .json(["templates": configuration.offersAccount ? await store.templates(named: text) : []])
    }

    func useTemplate(_ name: String) async throws -> HTTPReply {
        guard configuration.offersAccount, let id = TemplateID(rawValue: name) else { throw DraftError.notFound }
        return try .json(TemplatePartView(await store.part(of: id)))
    }

    func makeTemplate(_ request: HTTPCall) async throws -> HTTPReply {
        guard configuration.makesTemplates else { throw DraftError.notFound }
        struct Making: Decodable {
            let name: String
            let roles: [String: String]
        }
        guard let making = try? JSONDecoder().decode(Making.self, from: request.body) else {
            throw DraftError.malformed
        }
        let roles = Dictionary(
            making.roles.map { (RecipientID($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
        try await store.makeTemplate(named: making.name, roles: roles)
        return HTTPReply(status: 204)
    }

    func people() async throws -> HTTPReply {
        try .json(["people": configuration.offersAccount ? await store.knownPeople() : []])
    }
}

/// What the page gets of a template: its files, and its content with the names of roles. The page gives new ids.
private struct TemplatePartView: Encodable {
    struct Role: Encodable {
        let id: RecipientID
        /// Empty for a fixed person.
        let role: String
        let person: DraftContent.Person
    }

    let files: [FileView]
    let recipients: [Role]
    let tabs: [EnvelopeTab]
    let emailSubject: String
    let emailBlurb: String?

    init(_ part: TemplatePart) {
        files = part.documents.map(FileView.init)
        recipients = part.recipients.map { recipient in
            Role(
                id: recipient.id, role: recipient.roleName,
                person: DraftContent.Person(withoutCode: recipient.recipient))
        }
        tabs = part.tabs
        emailSubject = part.emailSubject
        emailBlurb = part.emailBlurb
    }
}
