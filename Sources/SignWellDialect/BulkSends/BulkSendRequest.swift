import Envelopes
import Foundation

extension SignWell {
    /// The body of `POST /bulk_sends`, and of its validation.
    package struct BulkSendRequest: Hashable, Sendable, Encodable {
        package var templateIDs: [String]
        /// A table, in base64.
        package var csv: String
        /// Whether rows with problems are left out; absent means false.
        package var skipRowErrors: Bool?
        /// The name of the bulk send.
        package var name: String?
        /// The settings of every document.
        package var settings: DocumentSettings

        private static let settingKeys: Set<String> = [
            "api_application_id", "subject", "message", "apply_signing_order", "custom_requester_name",
            "custom_requester_email",
        ]

        package init(reading reader: RequestReader) {
            templateIDs = reader.texts("template_ids") ?? []
            csv = reader.text("bulk_send_csv") ?? ""
            skipRowErrors = reader.flag("skip_row_errors")
            name = reader.text("name")
            settings = DocumentSettings(reading: reader, Self.settingKeys)
            if templateIDs.isEmpty { reader.refuse("template_ids", "is missing.") }
            if csv.isEmpty { reader.refuse("bulk_send_csv", "is missing.") }
            reader.refuseOthers()
        }

        private enum CodingKeys: String, CodingKey {
            case name
            case templateIDs = "template_ids"
            case csv = "bulk_send_csv"
            case skipRowErrors = "skip_row_errors"
        }

        package func encode(to encoder: any Encoder) throws {
            try settings.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encodeIfPresent(name, forKey: .name)
            try members.encode(templateIDs, forKey: .templateIDs)
            try members.encode(csv, forKey: .csv)
            try members.encodeIfPresent(skipRowErrors, forKey: .skipRowErrors)
        }
    }

    /// The problems of one row of a table.
    package struct RowProblem: Hashable, Sendable, Encodable {
        /// From 1, without the row of names; 0 for the names.
        package var row: Int
        package var data: [String: String]
        package var errors: [String]

        package init(row: Int, data: [String: String], errors: [String]) {
            self.row = row
            self.data = data
            self.errors = errors
        }
    }

    /// The refusal of a table: `{"errors":{"bulk_send_csv":[…]}}`.
    package struct BulkProblems: Error, Encodable {
        package var rows: [RowProblem]

        package init(rows: [RowProblem]) { self.rows = rows }

        package func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: WireName.self)
            var errors = members.nestedContainer(keyedBy: WireName.self, forKey: "errors")
            try errors.encode(rows, forKey: "bulk_send_csv")
        }
    }

    /// A bulk send in an answer.
    package struct BulkSendInfo: Hashable, Sendable, Encodable {
        package struct TemplateName: Hashable, Sendable, Encodable {
            package var id: String
            package var name: String

            package init(id: String, name: String) {
                self.id = id
                self.name = name
            }
        }

        package var id: String
        package var name: String
        package var apiApplicationID: String?
        package var templateIDs: [String]
        package var documentsCount: Int
        package var documentsCompleted: Int
        package var documentsNotCompleted: Int
        package var createdAt: String
        package var userID: String
        package var status: String
        package var templates: [TemplateName]?

        package init(
            id: String, name: String, apiApplicationID: String?, templateIDs: [String], documentsCount: Int,
            documentsCompleted: Int, createdAt: Date, userID: String, status: String, templates: [TemplateName]? = nil
        ) {
            self.id = id
            self.name = name
            self.apiApplicationID = apiApplicationID
            self.templateIDs = templateIDs
            self.documentsCount = documentsCount
            self.documentsCompleted = documentsCompleted
            documentsNotCompleted = documentsCount - documentsCompleted
            self.createdAt = SignWell.time(createdAt)
            self.userID = userID
            self.status = status
            self.templates = templates
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, status, templates
            case apiApplicationID = "api_application_id"
            case templateIDs = "template_ids"
            case documentsCount = "documents_count"
            case documentsCompleted = "documents_completed"
            case documentsNotCompleted = "documents_not_completed"
            case createdAt = "created_at"
            case userID = "user_id"
        }
    }
}
