/// Which fields a signature closes: nobody may fill or change them afterwards (signature field lock and FieldMDP
/// transform, ISO 32000-2 §12.7.5.5 and §12.8.2.4).
///
/// Names are full field names; a name stands for its field and for all fields below it.
public enum FieldLock: Sendable, Hashable {
    case all
    case only([String])
    case allBut([String])

    /// What `/Lock` dictionaries and FieldMDP parameters have in common.
    private var entries: [(String, PDFObject)] {
        func names(_ names: [String]) -> PDFObject { .array(names.map(PDFObject.text)) }
        return switch self {
        case .all: [("Action", .name("All"))]
        case .only(let included): [("Action", .name("Include")), ("Fields", names(included))]
        case .allBut(let excluded): [("Action", .name("Exclude")), ("Fields", names(excluded))]
        }
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

    /// Reads the lock of a field. Nil for what is no lock; an unknown action closes everything.
    init?(_ dictionary: PDFDictionary, in document: PDFDocument) {
        guard let action = (try? document.value("Action", in: dictionary))?.nameValue else { return nil }
        let names = (try? document.value("Fields", in: dictionary).arrayValue)?.compactMap(\.textValue) ?? []
        switch action {
        case "Include": self = .only(names)
        case "Exclude": self = .allBut(names)
        default: self = .all
        }
    }
}
