/// Writes messages as `.eml` files into a folder, for a service without a mail server.
public struct FolderTransport: MailTransport {
    private let folder: MailFolder

    /// - Parameter folder: gets a file for each message; created with the first
    public init(_ folder: MailFolder) {
        self.folder = folder
    }

    /// Writes the message; the receipt names the file.
    ///
    /// - Throws: ``MailFailure/temporary(text:)`` if the file cannot be written
    public func send(_ message: MailMessage) async throws(MailFailure) -> MailReceipt {
        do {
            let name = try folder.store(message)
            return MailReceipt(server: "folder", answer: name)
        } catch {
            throw .temporary(text: error.description)
        }
    }
}
