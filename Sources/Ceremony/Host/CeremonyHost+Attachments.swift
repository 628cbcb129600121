import Envelopes
import Essentials
import Foundation
import HTTPMessages
import PageImages

/// Files that the sender asks a recipient for.
extension CeremonyHost {
    /// The header with the file's name, in percent-encoded UTF-8 (RFC 3986 §2.1).
    static let fileNameHeader = "X-File-Name"

    /// Attaches a file in place of an earlier one. The body is the file itself.
    func attach(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        let name = try Self.fileName(request)
        let tabID = try attachmentTab(id)
        let envelope = try await self.envelope()
        let recipient = try recipient(of: envelope)
        let context = context(recipient, request)
        // Nothing is read from a person who may not attach anything. A trial file stands for the one to come.
        let trial = AttachedFile(name: name, blob: .none, pages: [PageSize(width: 1, height: 1)])
        var trialContext = context
        trialContext.key = nil
        _ = try decide(.attach(recipientID: recipientID, tabID: tabID, file: trial), envelope, trialContext)
        let document = try await AttachmentIntake(
            mostPages: configuration.attachmentPages, pictures: configuration.pictures, renderer: renderer,
            share: FairShare(account: envelope.accountID, visitor: "\(envelope.id)/\(recipientID)")
        ).document(from: request.body, title: name, at: configuration.now())
        let blob = try await ledger.keep(document.bytes)
        let file = AttachedFile(name: name, blob: blob, pages: document.pages)
        return try await session(
            perform(.attach(recipientID: recipientID, tabID: tabID, file: file), context))
    }

    func detach(_ id: String, _ request: HTTPCall) async throws -> HTTPReply {
        let tabID = try attachmentTab(id)
        let recipient = try recipient(of: await envelope())
        return try await session(
            perform(.detach(recipientID: recipientID, tabID: tabID), context(recipient, request)))
    }

    private func attachmentTab(_ id: String) throws(CeremonyError) -> TabID {
        guard configuration.allowsAttachments else { throw .attachmentsNotOffered }
        guard let tabID = TabID(rawValue: id) else { throw .unknownField }
        return tabID
    }

    private static func fileName(_ request: HTTPCall) throws(CeremonyError) -> String {
        guard let header = request.headers[named: fileNameHeader], let name = header.removingPercentEncoding else {
            throw .malformed("the header \(fileNameHeader) with the file's name is missing")
        }
        return name
    }
}
