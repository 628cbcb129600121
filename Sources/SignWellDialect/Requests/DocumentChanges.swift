import Envelopes

extension SignWell {
    /// The body of `POST /documents/{id}/send`: changes to a draft, which is then sent.
    package struct SendRequest {
        package var settings: DocumentSettings
        package var checkboxGroups: [CheckboxGroup]?

        package static let keys: Set<String> = [
            "name", "subject", "message", "expires_in", "reminders", "apply_signing_order", "api_application_id",
            "embedded_signing", "embedded_signing_notifications", "custom_requester_name", "custom_requester_email",
            "redirect_url", "decline_redirect_url", "allow_decline", "allow_reassign", "metadata", "labels",
            "test_mode",
        ]

        package init(reading reader: RequestReader) {
            settings = DocumentSettings(reading: reader, Self.keys)
            checkboxGroups = reader.list("checkbox_groups", of: "checkbox_group")?.map { CheckboxGroup(reading: $0) }
            reader.refuseOthers()
        }
    }

    /// The body of `POST /documents/{id}/remind`.
    package struct RemindRequest {
        package struct Person {
            package var name: String?
            package var email: String?
        }

        /// `nil` for everybody who has not signed.
        package var recipients: [Person]?

        package init(reading reader: RequestReader) {
            recipients = reader.list("recipients", of: "recipient")?.map { entry in
                let person = Person(name: entry.text("name"), email: entry.text("email"))
                if person.email == nil { entry.refuse("email", "is missing.") }
                entry.refuseOthers()
                return person
            }
            reader.refuseOthers()
        }
    }

    /// The body of `PATCH /documents/{id}/recipients`.
    package struct RecipientsRequest {
        package struct Change {
            package var id: String
            package var name: String
            package var email: String
            package var subject: String?
            package var message: String?
            package var passcode: String?
        }

        package var recipients: [Change]

        package init(reading reader: RequestReader) {
            recipients = (reader.list("recipients", of: "recipient") ?? []).map { entry in
                for key in ["id", "name", "email"] where !entry.has(key) { entry.refuse(key, "is missing.") }
                let change = Change(
                    id: entry.text("id") ?? "", name: entry.text("name") ?? "", email: entry.text("email") ?? "",
                    subject: entry.text("subject"), message: entry.text("message"), passcode: entry.text("passcode"))
                entry.refuseOthers()
                return change
            }
            if recipients.isEmpty, !reader.problems.has(["recipients"]) { reader.refuse("recipients", "is missing.") }
            reader.refuseOthers()
        }
    }
}
