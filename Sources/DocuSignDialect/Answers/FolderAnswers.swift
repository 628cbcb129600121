import Envelopes
import Essentials
import Foundation

extension Wire {
    /// The answer to calls about folders.
    package struct FoldersResponse: Codable, Hashable, Sendable {
        package var folders: [Folder]?
        /// The envelopes that a call has moved, or could not move.
        package var envelopes: [MovedEnvelope]?
        package var resultSetSize: String?
        package var totalSetSize: String?
        package var startPosition: String?
        package var endPosition: String?
        package var nextUri: String?
        package var previousUri: String?

        package init(_ folders: [Folder]) {
            self.folders = folders
            resultSetSize = String(folders.count)
            totalSetSize = resultSetSize
            startPosition = "0"
            endPosition = String(max(0, folders.count - 1))
        }

        /// One page of a folder's envelopes.
        package init(_ folder: Folder, page: FolderPage) {
            folders = [folder]
            resultSetSize = String(page.items.count)
            totalSetSize = String(page.total)
            startPosition = String(page.start)
            endPosition = String(page.end)
            nextUri = page.next
            previousUri = page.previous
        }
    }

    /// The answer to `GET …/search_folders/{name}`.
    package struct FolderItemResponse: Codable, Hashable, Sendable {
        package var folderItems: [FolderItem]
        package var resultSetSize: String
        package var totalRows: String
        package var startPosition: String
        package var endPosition: String
        package var nextUri: String?
        package var previousUri: String?

        package init(_ page: FolderPage) {
            folderItems = page.items
            resultSetSize = String(page.items.count)
            totalRows = String(page.total)
            startPosition = String(page.start)
            endPosition = String(page.end)
            nextUri = page.next
            previousUri = page.previous
        }
    }

    /// Some of a folder's envelopes, and where they stand among all.
    package struct FolderPage: Sendable {
        package let items: [FolderItem]
        package let total: Int
        let start: Int
        let count: Int
        let uri: @Sendable (Int) -> String

        /// - Parameter uri: returns the account-relative URI of the page that starts at a position
        package init(
            _ items: [FolderItem], total: Int, start: Int, count: Int, uri: @escaping @Sendable (Int) -> String
        ) {
            self.items = items
            self.total = total
            self.start = start
            self.count = count
            self.uri = uri
        }

        var end: Int { max(0, start + items.count - 1) }
        var next: String? { !items.isEmpty && start + items.count < total ? uri(start + items.count) : nil }
        var previous: String? { start > 0 ? uri(max(0, start - count)) : nil }
    }

    /// A folder of templates or of envelopes.
    package struct Folder: Codable, Hashable, Sendable {
        package var folderId: String?
        package var name: String?
        /// `templates`, `inbox`, `sentitems`, `draft`, `recyclebin`, or `custom` for a user's own.
        package var type: String?
        package var uri: String?
        package var itemCount: String?
        package var hasSubFolders: String?
        package var subFolderCount: String?
        package var parentFolderId: String?
        package var owner: Owner?
        package var folderItems: [FolderItem]?
        package var folders: [Folder]?

        /// The user whose folder it is.
        package struct Owner: Codable, Hashable, Sendable {
            package var userId: String
            package var userName: String
            package var email: String

            package init(userID: String, name: String, email: String) {
                userId = userID
                userName = name
                self.email = email
            }
        }

        /// - Parameter count: the number of templates in the folder
        package init(_ folder: TemplateFolder, count: Int) {
            folderId = folder.id
            name = folder.name
            type = "templates"
            uri = "/folders/\(folder.id)"
            itemCount = String(count)
            hasSubFolders = "false"
        }

        /// - Parameters:
        ///   - id: the id of a user's own folder, or the word for one that every user has
        ///   - count: the number of envelopes in it; `nil` if nobody has asked
        package init(id: String, name: String, type: String, count: Int? = nil, owner: Owner? = nil) {
            folderId = id
            self.name = name
            self.type = type
            uri = "/folders/\(id)"
            itemCount = count.map(String.init)
            hasSubFolders = "false"
            subFolderCount = "0"
            parentFolderId = "root"
            self.owner = owner
        }
    }

    /// An envelope as a folder shows it.
    package struct FolderItem: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var envelopeUri: String
        package var recipientsUri: String
        package var subject: String
        package var status: String
        package var ownerName: String
        package var senderName: String
        package var senderEmail: String
        package var senderUserId: String
        package var createdDateTime: String
        package var sentDateTime: String?
        package var completedDateTime: String?
        package var expireDateTime: String?
        package var lastModifiedDateTime: String
        package var recipients: Recipients?

        /// - Parameter timer: knows when the envelope expires
        package init(_ envelope: Envelopes.Envelope, withRecipients: Bool, timer: EnvelopeTimer) {
            envelopeId = envelope.id.rawValue
            envelopeUri = "/envelopes/\(envelope.id)"
            recipientsUri = "/envelopes/\(envelope.id)/recipients"
            subject = envelope.emailSubject
            status = envelope.status.rawValue
            ownerName = envelope.sender.name
            senderName = envelope.sender.name
            senderEmail = envelope.sender.email
            senderUserId = envelope.sender.userID
            createdDateTime = WireDate.text(envelope.createdAt)
            sentDateTime = envelope.sentAt.map(WireDate.text)
            completedDateTime = envelope.completedAt.map(WireDate.text)
            expireDateTime = timer.end(of: envelope).map(WireDate.text)
            lastModifiedDateTime = WireDate.text(envelope.lastModifiedAt)
            if withRecipients { recipients = Recipients(envelope, includingTabs: false) }
        }
    }

    /// An envelope that was moved, or the reason why it was not.
    package struct MovedEnvelope: Codable, Hashable, Sendable {
        package var envelopeId: String
        package var status: String?
        package var uri: String?
        package var errorDetails: RecipientUpdateResponse.ErrorDetails?

        package init(_ id: String, _ envelope: Envelopes.Envelope) {
            envelopeId = id
            status = envelope.status.rawValue
            uri = "/envelopes/\(envelope.id)"
        }

        /// An envelope that was not moved.
        package init(_ id: String, _ envelope: Envelopes.Envelope, _ errorCode: String, _ message: String) {
            self.init(id, envelope)
            errorDetails = .init(errorCode: errorCode, message: message)
        }
    }

    /// The body of `PUT …/folders/{id}`: the items to move there, envelopes and templates alike, or the folder's new
    /// name.
    package struct FoldersRequest: WireRecord, Codable, Hashable, Sendable {
        package var envelopeIds: [String]?
        package var fromFolderId: String?
        package var folders: [FolderRequest]?

        package init(envelopeIds: [String], fromFolderId: String? = nil) {
            self.envelopeIds = envelopeIds
            self.fromFolderId = fromFolderId
        }

        init() {}

        static let members: [WireMember<Self>] = [
            .texts("envelopeIds", \.envelopeIds),
            .name("fromFolderId", \.fromFolderId),
            .list("folders", \.folders),
        ]

        /// The folder for deletion: moving an item there deletes it.
        package static let recycleBin = "recyclebin"

        /// The only folder of the body.
        ///
        /// - Throws: ``APIError`` unless there is exactly one
        package func folder() throws(APIError) -> FolderRequest {
            guard let folders, folders.count == 1 else {
                throw APIError(.invalidRequestBody, "folders has to hold exactly one folder.")
            }
            return folders[0]
        }
    }

    /// A folder to make, or its new name.
    package struct FolderRequest: WireRecord, Codable, Hashable, Sendable {
        package var name: String?
        package var parentFolderId: String?

        init() {}

        static let members: [WireMember<Self>] = [
            .name("name", \.name),
            .name("parentFolderId", \.parentFolderId),
            .ignored(texts: ["folderId", "type", "uri", "itemCount", "hasSubFolders", "hasAccess"]),
        ]

        /// The name without white space around it.
        ///
        /// - Throws: ``APIError`` for a name that is missing or too long
        package func usedName() throws(APIError) -> String {
            let name = (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            guard (1...100).contains(name.count), !TextRules.isBlank(name), !TextRules.holdsControlCharacter(name)
            else {
                throw APIError(
                    .invalidRequestParameter, "A folder's name has to have 1 to 100 characters that can be shown.")
            }
            return name
        }

        mutating func complete(_ reader: WireReader) throws {
            guard ["root", ""].contains(parentFolderId ?? "") else {
                throw reader.refusal("parentFolderId", "can only be root: folders hold no folders here")
            }
        }
    }
}
