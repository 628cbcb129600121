import Envelopes

/// The columns of a table that makes documents from templates: the address and name of each open placeholder, and its
/// fields that can be filled in before.
package struct BulkColumns: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
        case email
        case name
        /// A field by its id.
        case field(String)
    }

    package struct Column: Hashable, Sendable {
        package var title: String
        package var placeholder: String
        package var meaning: Meaning
    }

    package private(set) var columns: [Column] = []
    /// The placeholders that somebody has to take, in their order.
    package private(set) var placeholders: [String] = []

    package init(_ templates: [Template]) {
        for template in templates {
            for role in template.recipients where role.recipient.email.isEmpty {
                let stem = Self.word(role.roleName)
                if !placeholders.contains(role.roleName) {
                    placeholders.append(role.roleName)
                    add(Column(title: "\(stem)_email", placeholder: role.roleName, meaning: .email))
                    add(Column(title: "\(stem)_name", placeholder: role.roleName, meaning: .name))
                }
                for tab in template.tabs where tab.recipientID == role.id && tab.kind.isFilledByHand && !tab.locked {
                    let label = tab.clientID == nil || tab.tooltip == nil ? tab.dialectID : tab.label
                    add(
                        Column(
                            title: "\(stem)_\(label)", placeholder: role.roleName, meaning: .field(tab.dialectID)))
                }
            }
        }
    }

    /// Adds a column under a title that no other has.
    private mutating func add(_ column: Column) {
        var column = column
        let title = column.title
        var number = 2
        while columns.contains(where: { $0.title == column.title }) {
            column.title = "\(title)_\(number)"
            number += 1
        }
        columns.append(column)
    }

    /// A placeholder's name as titles begin with it: `Document Sender` makes `document_sender`.
    private static func word(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }

    /// The table with titles only.
    package var empty: CSVTable { CSVTable(columns: columns.map(\.title)) }

    /// Returns what is wrong with the titles of a table: missing addresses, and unknown titles.
    package func problems(of titles: [String]) -> [String] {
        let known = Set(columns.map(\.title))
        let missing = columns.filter { $0.meaning == .email && !titles.contains($0.title) }.map(\.title)
        return missing.map { "The column “\($0)” is missing." }
            + titles.filter { !known.contains($0) }.map { "The column “\($0.prefix(100))” is not known." }
    }

    /// Returns the recipients and field values of a row.
    package func request(
        _ row: [String: String], templates: [String]
    ) -> SignWell.DocumentRequest {
        var request = SignWell.DocumentRequest(files: [], recipients: [])
        request.templateIDs = templates
        request.recipients = placeholders.enumerated().map { index, placeholder in
            func value(_ meaning: Meaning) -> String {
                columns.first { $0.placeholder == placeholder && $0.meaning == meaning }.flatMap { row[$0.title] } ?? ""
            }
            var recipient = SignWell.Recipient(
                id: String(index + 1), name: value(.name).nonEmpty, email: value(.email))
            recipient.placeholderName = placeholder
            return recipient
        }
        request.templateFields = columns.compactMap { column in
            guard case .field(let id) = column.meaning, let text = row[column.title]?.nonEmpty else { return nil }
            return .init(apiID: id, value: .text(text))
        }
        return request
    }
}
