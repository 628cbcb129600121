import Envelopes

/// Defaults for tabs. The API publishes no sizes, so these are this dialect's own.
package enum TabDefaults {
    /// Returns the width and height in PDF points.
    package static func size(of kind: TabKind) -> (width: Double, height: Double) {
        switch kind {
        case .signHere: (120, 36)
        case .initialHere: (48, 36)
        case .dateSigned: (90, 18)
        case .fullName: (160, 18)
        case .email: (180, 18)
        case .text: (160, 18)
        case .checkbox, .radio: (16, 16)
        case .list: (160, 18)
        case .signerAttachment: (120, 24)
        }
    }

    /// Returns the name that people and screen readers use.
    package static func label(of kind: TabKind) -> String {
        switch kind {
        case .signHere: "Signature"
        case .initialHere: "Initials"
        case .dateSigned: "Date signed"
        case .fullName: "Full name"
        case .email: "E-mail address"
        case .text: "Text"
        case .checkbox: "Checkbox"
        case .radio: "Radio button"
        case .list: "List"
        case .signerAttachment: "Attachment"
        }
    }

    /// Whether the recipient must complete the tab. The API documents no default; its own signing page requires text
    /// and signatures, but not checkboxes.
    static func isRequired(_ kind: TabKind) -> Bool { kind != .checkbox && kind != .radio }
}
