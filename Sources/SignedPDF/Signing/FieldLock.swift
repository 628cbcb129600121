/// The fields that a signature locks against later changes, and the changes to the document that it still permits
/// (signature field lock and FieldMDP transform, ISO 32000-2 §12.7.5.5 and §12.8.2.4).
public struct FieldLock: Sendable, Hashable {
    /// The locked fields, by fully qualified names. A name also stands for all fields below it.
    public enum Fields: Sendable, Hashable {
        case all
        case only([String])
        case allBut([String])
    }

    /// The locked fields.
    public var fields: Fields
    /// `/P` of table 236: the changes that are still permitted to the document as a whole, or `nil` to leave that
    /// unchanged.
    public var permission: CertificationLevel?

    /// Without a permission, the lock only concerns the fields.
    public init(_ fields: Fields, permission: CertificationLevel? = nil) {
        self.fields = fields
        self.permission = permission
    }

    /// Locks every field.
    public static let all = FieldLock(.all)

    /// Locks the named fields.
    public static func only(_ names: [String]) -> FieldLock { FieldLock(.only(names)) }

    /// Locks all fields except the named ones.
    public static func allBut(_ names: [String]) -> FieldLock { FieldLock(.allBut(names)) }

    /// The entries that `/Lock` dictionaries and FieldMDP parameters share. Table 259 does not list `/P`, but Acrobat
    /// writes and reads it there.
    private var entries: [(String, PDFObject)] {
        func names(_ names: [String]) -> PDFObject { .array(names.map(PDFObject.text)) }
        let closed: [(String, PDFObject)] =
            switch fields {
            case .all: [("Action", .name("All"))]
            case .only(let included): [("Action", .name("Include")), ("Fields", names(included))]
            case .allBut(let excluded): [("Action", .name("Exclude")), ("Fields", names(excluded))]
            }
        return closed + (permission.map { [("P", .integer($0.rawValue))] } ?? [])
    }

    /// The lock of an unsigned signature field, which tells the later signer what to lock (ISO 32000-2 table 236).
    var dictionary: PDFDictionary {
        var lock: PDFDictionary = ["Type": .name("SigFieldLock")]
        for (key, value) in entries { lock[key] = value }
        return lock
    }

    /// The parameters of the FieldMDP transform of a signature (ISO 32000-2 table 259).
    var transformParameters: PDFDictionary {
        var parameters: PDFDictionary = ["Type": .name("TransformParams"), "V": .name("1.2")]
        for (key, value) in entries { parameters[key] = value }
        return parameters
    }

    /// Reads the lock of a field. Returns `nil` if it is not a lock. An unknown action locks every field, and an
    /// unknown permission permits nothing.
    init?(_ dictionary: PDFDictionary, in document: PDFDocument) {
        guard let action = (try? document.value("Action", in: dictionary))?.nameValue else { return nil }
        let names = (try? document.value("Fields", in: dictionary).arrayValue)?.compactMap(\.textValue) ?? []
        switch action {
        case "Include": fields = .only(names)
        case "Exclude": fields = .allBut(names)
        default: fields = .all
        }
        let level = (try? document.value("P", in: dictionary)) ?? .null
        permission = level.isNull ? nil : level.integerValue.flatMap(CertificationLevel.init) ?? .noChanges
    }
}
