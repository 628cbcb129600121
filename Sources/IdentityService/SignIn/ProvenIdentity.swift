/// Who a person is, as another service says: an OpenID provider, or one whose tokens are exchanged.
struct ProvenIdentity: Codable, Sendable, Hashable {
    let issuer: String
    /// The issuer's id of the person.
    let subject: String
    /// An address that the issuer has verified.
    let email: String?
    /// How events and users call this way to sign in.
    let method: String
}
