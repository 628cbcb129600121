/// One thing that was done to a document before it was signed.
public enum PreparationStep: Sendable, Hashable {
    /// The file was damaged and was written anew; the reason is a part of a sentence.
    case rebuilt(reason: String)
    /// Signatures did not survive that.
    case signaturesRemoved(fields: [String])
    /// The XFA part of the form was taken out.
    case xfaRemoved

    /// The code of the case, which never changes.
    public var code: String {
        switch self {
        case .rebuilt: "file-rebuilt"
        case .signaturesRemoved: "signatures-removed"
        case .xfaRemoved: "xfa-removed"
        }
    }
}

extension PreparationStep: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .rebuilt(let reason): return "The file was damaged (\(reason)) and was written anew before it was signed."
        case .signaturesRemoved(let fields):
            let names = fields.map { "“\(Self.plain($0))”" }.joined(separator: ", ")
            return "Signatures in it did not survive that and were taken out: \(names)."
        case .xfaRemoved: return "The XFA part of its form was taken out."
        }
    }

    /// A name from the file as a part of one line.
    private static func plain(_ name: String) -> String {
        String(name.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
