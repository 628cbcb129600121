import SignedPDF

/// A change made to a document before signing.
package enum PreparationStep: Sendable, Hashable {
    /// The damaged file was rewritten; the reason is a phrase within a sentence.
    case rebuilt(reason: String)
    /// The rewrite left out objects that cannot be read.
    case objectsDropped([DroppedObject])
    /// The rewrite lost signatures.
    case signaturesRemoved(fields: [String])
    /// The XFA part of the form was removed.
    case xfaRemoved

    /// The stable code of the case.
    package var code: String {
        switch self {
        case .rebuilt: "file-rebuilt"
        case .objectsDropped: "objects-dropped"
        case .signaturesRemoved: "signatures-removed"
        case .xfaRemoved: "xfa-removed"
        }
    }
}

extension PreparationStep: CustomStringConvertible {
    /// A sentence for people.
    package var description: String {
        switch self {
        case .rebuilt(let reason): return "The file was damaged (\(reason)) and was rewritten before signing."
        case .objectsDropped(let objects):
            return "Rewriting left out what could not be read: \(objects.map(\.description).joined(separator: ", "))."
        case .signaturesRemoved(let fields):
            let names = fields.map { "“\(Self.plain($0))”" }.joined(separator: ", ")
            return "Rewriting invalidated its signatures, which were removed: \(names)."
        case .xfaRemoved: return "The XFA part of its form was removed."
        }
    }

    /// Returns a name from the file, made safe for one line of text.
    private static func plain(_ name: String) -> String {
        String(name.unicodeScalars.prefix(80).map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }
}
