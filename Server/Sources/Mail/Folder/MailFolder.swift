import Essentials
import Foundation

/// A folder of messages, each a file named by its time and its message id. Only the owner has access.
public struct MailFolder: Sendable, Hashable {
    /// The folder, which may not exist before the first message.
    public let url: URL

    /// The folder need not exist yet.
    public init(_ url: URL) {
        self.url = url
    }

    /// Writes a message and returns its file's name. The file appears in full or not at all; the same message has the
    /// same name.
    func store(_ message: MailMessage) throws(MailProblem) -> String {
        let name = Self.name(of: message)
        // The first lines are what a mail server writes when it delivers.
        var content = Data(HeaderLine("Return-Path", ["<\(message.envelopeSender)>"]).text.utf8)
        content.append(MIMEWriter().data(message))
        do {
            try DurableFile.makeFolder(url)
            try DurableFile().write(content, to: url.appendingPathComponent(name))
        } catch FileProblem.failed(let path, let reason) {
            throw .file(path: path, reason: "\(reason).")
        } catch {
            throw .file(path: url.path, reason: "\(error)")
        }
        return name
    }

    private static func name(of message: MailMessage) -> String {
        let time = message.date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeSeparator(.omitted)
                .dateSeparator(.omitted))
        let id = message.messageID.left.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" }.prefix(100)
        return "\(time)Z-\(String(id)).\(fileExtension)"
    }

    /// Returns the messages, the oldest first; none if there is no folder.
    public func messages() throws(MailProblem) -> [StoredMail] { try names().compactMap(stored) }

    /// Returns the newest message; `nil` if the folder has no messages.
    public func newest() throws(MailProblem) -> StoredMail? { try names().last.flatMap(stored) }

    /// Returns the messages to an address, the oldest first. Upper and lower case do not matter.
    public func messages(to address: String) throws(MailProblem) -> [StoredMail] {
        try messages().filter { $0.isAddressed(to: address) }
    }

    /// Returns the newest message to an address; `nil` if there is none.
    public func newest(to address: String) throws(MailProblem) -> StoredMail? {
        try names().reversed().lazy.compactMap(stored).first { $0.isAddressed(to: address) }
    }

    /// Returns the message whose file has this name, with or without its extension; `nil` if no file has it.
    public func message(named name: String) throws(MailProblem) -> StoredMail? {
        try names().first { $0 == name || $0 == "\(name).\(Self.fileExtension)" }.flatMap(stored)
    }

    private func names() throws(MailProblem) -> [String] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path)
                .filter { !$0.hasPrefix(".") && $0.hasSuffix(".\(Self.fileExtension)") }.sorted()
        } catch {
            throw .file(path: url.path, reason: "the folder cannot be read.")
        }
    }

    /// Returns `nil` if the file has been removed meanwhile.
    private func stored(_ name: String) -> StoredMail? {
        let bytes = try? Data(contentsOf: url.appendingPathComponent(name), options: .mappedIfSafe)
        return bytes.map { StoredMail(name: name, bytes: $0) }
    }

    private static let fileExtension = "eml"
}
