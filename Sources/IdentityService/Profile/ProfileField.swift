import Essentials
import RowndDialect

/// The rule for a field of a profile.
public struct ProfileField: Sendable, Hashable, Codable {
    /// The JSON type of a field's values; `any` takes all of them.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case string, number, boolean, object, array, any
    }

    /// Who may write a field.
    public enum Writer: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user, and the application's servers.
        case user
        /// Only the application's servers.
        case app
    }

    /// What people read; `nil` for the field's name.
    public var displayName: String?
    /// The type that values must have.
    public var type: Kind
    /// Whether a profile that is set needs the field.
    public var required: Bool
    /// Whether no two users of the application may have the same value.
    public var unique: Bool
    /// Whether a value, once set, stays.
    public var readOnly: Bool
    /// Who may write the field.
    public var writer: Writer
    /// Whether devices encrypt the value before they send it.
    public var encrypted: Bool

    /// Without arguments, an optional text that its user may change.
    public init(
        _ type: Kind = .string, displayName: String? = nil, required: Bool = false, unique: Bool = false,
        readOnly: Bool = false, writer: Writer = .user, encrypted: Bool = false
    ) {
        self.type = type
        self.displayName = displayName
        self.required = required
        self.unique = unique
        self.readOnly = readOnly
        self.writer = writer
        self.encrypted = encrypted
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case type, required, unique, writer, encrypted
        case displayName = "display_name"
        case readOnly = "read_only"
    }

    /// Reads a field; a member that is left out has its usual value.
    ///
    /// - Throws: `DecodingError`, also for a member that is not a setting
    public init(from decoder: any Decoder) throws {
        try decoder.refuseOthers(than: CodingKeys.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try members.decodeIfPresent(Kind.self, forKey: .type) ?? .string,
            displayName: try members.decodeIfPresent(String.self, forKey: .displayName),
            required: try members.decodeIfPresent(Bool.self, forKey: .required) ?? false,
            unique: try members.decodeIfPresent(Bool.self, forKey: .unique) ?? false,
            readOnly: try members.decodeIfPresent(Bool.self, forKey: .readOnly) ?? false,
            writer: try members.decodeIfPresent(Writer.self, forKey: .writer) ?? .user,
            encrypted: try members.decodeIfPresent(Bool.self, forKey: .encrypted) ?? false)
    }

    /// The fields of a new application. Signing in sets the e-mail address and the telephone number.
    public static let usual: [String: ProfileField] = [
        "email": ProfileField(displayName: "E-mail address", unique: true, writer: .app),
        "phone_number": ProfileField(displayName: "Phone number", unique: true, writer: .app),
        "first_name": ProfileField(displayName: "First name"),
        "last_name": ProfileField(displayName: "Last name"),
    ]

    /// Whether a text can name a field.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
            }
    }

    /// Whether a value has the field's type. The devices encrypt any value into a text.
    func accepts(_ value: JSONValue) -> Bool {
        switch (type, value) {
        case (_, .null): true
        case (_, .string) where encrypted: true
        case (.any, _), (.string, .string), (.number, .integer), (.number, .number), (.boolean, .bool),
            (.object, .object), (.array, .array):
            !encrypted || type == .any
        default: false
        }
    }
}
