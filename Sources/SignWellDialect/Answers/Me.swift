extension SignWell {
    /// The owner of an API key.
    package struct Me: Encodable, Sendable {
        package struct User: Encodable, Sendable {
            let id, name, email, firstName: String
            let hasGoogleRegistration = false

            package init(id: String, name: String, email: String) {
                self.id = id
                self.name = name
                self.email = email
                firstName = name.split(separator: " ").first.map(String.init) ?? name
            }

            private enum CodingKeys: String, CodingKey {
                case id, name, email
                case firstName = "first_name"
                case hasGoogleRegistration = "has_google_registration"
            }
        }

        package struct Account: Encodable, Sendable {
            let id, name: String
            let planTier = "self_hosted"
            let canCreateTemplate = true
            let canCreateTrackingDocument = false
            let canCreateCompletionDocument = true
            let activeUsers: [User]

            package init(id: String, name: String, users: [User]) {
                self.id = id
                self.name = name
                activeUsers = users
            }

            private enum CodingKeys: String, CodingKey {
                case id, name
                case planTier = "plan_tier"
                case canCreateTemplate = "can_create_template"
                case canCreateTrackingDocument = "can_create_tracking_document"
                case canCreateCompletionDocument = "can_create_completion_document"
                case activeUsers = "active_users"
            }
        }

        let id: String
        let role = "admin"
        let archived = false
        let user: User
        let account, workspace: Account
        let contact: User

        /// A workspace is an account here.
        package init(_ user: User, account: Account) {
            id = user.id
            self.user = user
            self.account = account
            workspace = account
            contact = user
        }
    }
}
