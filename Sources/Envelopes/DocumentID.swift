import Essentials

/// The sender's id for a document within one envelope: 1 to 64 of `A-Z a-z 0-9 . _ -`, usually a number.
/// ``EnvelopeDefinition/problems(whenSending:)`` reports others.
public typealias DocumentID = TextIdentifier<EnvelopeDocument>

/// The sender's id for a recipient within one envelope, under the same rule as ``DocumentID``.
public typealias RecipientID = TextIdentifier<Recipient>

/// The rule for ids chosen by the sender.
enum ChosenIdentifier {
    static let longest = 64

    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        return !bytes.isEmpty && bytes.count <= longest && bytes.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
