import Foundation

extension SignWell {
    /// An API application.
    package struct Application: Encodable, Sendable {
        package struct Owner: Encodable, Sendable {
            let id, accountID, name, email: String

            package init(id: String, accountID: String, name: String, email: String) {
                self.id = id
                self.accountID = accountID
                self.name = name
                self.email = email
            }

            private enum CodingKeys: String, CodingKey {
                case id, name, email
                case accountID = "account_id"
            }
        }

        let id, name: String
        /// Addresses of an authorization that this service does not offer.
        let callbackURLs: [String] = []
        let createdAt, updatedAt: String
        let owner: Owner
        /// How its pages look: an account's brand decides that here.
        let preferences: [String: String] = [:]

        package init(id: String, name: String, createdAt: Date, updatedAt: Date, owner: Owner) {
            self.id = id
            self.name = name
            self.createdAt = SignWell.time(createdAt)
            self.updatedAt = SignWell.time(updatedAt)
            self.owner = owner
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, owner, preferences
            case callbackURLs = "callback_urls"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
    }
}
