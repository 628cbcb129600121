import Envelopes
import Foundation

extension SignWell {
    /// The body of `POST /bulk_sends`, and of its validation.
    public struct BulkSendRequest: Hashable, Sendable, Encodable {
        public var templateIDs: [String]
        /// A table, in base64.
        public var csv: String
        /// Whether rows with problems are left out; absent means false.
        public var skipRowErrors: Bool?
        public var apiApplicationID: String?
        public var name: String?
        public var subject: String?
        public var message: String?
        public var applySigningOrder: Bool?
        public var customRequesterName: String?
        public var customRequesterEmail: String?

        package init(reading reader: RequestReader) {
            templateIDs = reader.texts("template_ids") ?? []
            csv = reader.text("bulk_send_csv") ?? ""
            skipRowErrors = reader.flag("skip_row_errors")
            apiApplicationID = reader.text("api_application_id")
            name = reader.text("name")
            subject = reader.text("subject")
            message = reader.text("message")
            applySigningOrder = reader.flag("apply_signing_order")
            customRequesterName = reader.text("custom_requester_name")
            customRequesterEmail = reader.text("custom_requester_email")
            if templateIDs.isEmpty { reader.refuse("template_ids", "is missing.") }
            if csv.isEmpty { reader.refuse("bulk_send_csv", "is missing.") }
            reader.refuseOthers()
        }

        /// The settings of every document.
        package var settings: DocumentSettings {
            var settings = DocumentSettings()
            settings.apiApplicationID = apiApplicationID
            settings.subject = subject
            settings.message = message
            settings.applySigningOrder = applySigningOrder
            settings.customRequesterName = customRequesterName
            settings.customRequesterEmail = customRequesterEmail
            return settings
        }

        private enum CodingKeys: String, CodingKey {
            case name, subject, message
            case templateIDs = "template_ids"
            case csv = "bulk_send_csv"
            case skipRowErrors = "skip_row_errors"
            case apiApplicationID = "api_application_id"
            case applySigningOrder = "apply_signing_order"
            case customRequesterName = "custom_requester_name"
            case customRequesterEmail = "custom_requester_email"
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
