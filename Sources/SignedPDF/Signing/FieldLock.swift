/// What a signature closes: which fields nobody may fill or change afterwards, and what may still be done to the
/// document (signature field lock and FieldMDP transform, ISO 32000-2 §12.7.5.5 and §12.8.2.4).
public struct FieldLock: Sendable, Hashable {
    /// Which fields are closed. Names are full field names; a name stands for its field and for all fields below it.
    public enum Fields: Sendable, Hashable {
        case all
        case only([String])
        case allBut([String])
    }

    /// Which fields are closed.
    public var fields: Fields
    /// `/P` of table 236: what may still be done to the document as a whole; `nil` if that stays as it was.
    public var permission: CertificationLevel?

    public init(_ fields: Fields, permission: CertificationLevel? = nil) {
        self.fields = fields
        self.permission = permission
    }

    /// Closes every field.
    public static let all = FieldLock(.all)

    /// Closes the named fields.
    public static func only(_ names: [String]) -> FieldLock { FieldLock(.only(names)) }

    /// Closes all fields but the named ones.
    public static func allBut(_ names: [String]) -> FieldLock { FieldLock(.allBut(names)) }

    /// What `/Lock` dictionaries and FieldMDP parameters have in common. Table 259 does not list `/P`; Acrobat writes
    /// and reads it there.
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

    /// The lock of an empty signature field, which tells whoever signs in it what to close (ISO 32000-2 table 236).
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

    /// Reads the lock of a field. `nil` for what is no lock; an unknown action closes everything, and an unknown
    /// permission allows nothing.
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
