import Foundation

/// Stable GUIDs for things that an envelope names itself, such as recipients. The same name in the same envelope
/// always yields the same GUID (RFC 9562 §5.8, from SHA-256).
package enum DerivedGUID {
    package static func text(_ envelope: EnvelopeID, _ kind: String, _ name: String) -> String {
        text(of: "\(envelope)/\(kind)/\(name)")
    }

    /// Returns the GUID of a unique text.
    package static func text(of name: String) -> String {
        var digits = Array(BlobHash(of: Data(name.utf8)).rawValue.utf8.prefix(32))
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "a")
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }
}
