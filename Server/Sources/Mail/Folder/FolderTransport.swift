/// Writes messages as `.eml` files into a folder, for a service without a mail server.
public struct FolderTransport: MailTransport {
    private let folder: MailFolder

    public init(_ folder: MailFolder) {
        self.folder = folder
    }

    public func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt {
        do {
            let name = try folder.store(message)
            return MailReceipt(server: "folder", answer: name)
        } catch {
            throw .temporary(text: error.description)
        }
    }
}
