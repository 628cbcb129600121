/// How a field is drawn, by its type and flags (ISO 32000-2 tables 229, 231 and 233).
enum FieldKind: Equatable {
    case text, password, lines, comb, combo, list, check, radio, push

    static let richTextFlag = 1 << 25
    private static let multilineFlag = 1 << 12
    private static let passwordFlag = 1 << 13
    private static let combFlag = 1 << 24
    private static let comboFlag = 1 << 17
    private static let radioFlag = 1 << 15
    private static let pushButtonFlag = 1 << 16

    /// Returns `nil` for signature fields and unknown types.
    ///
    /// - Parameter isPlain: whether only the value is drawn, in lines; then `nil` also for passwords
    init?(type: String?, flags: Int, isPlain: Bool) {
        func has(_ flag: Int) -> Bool { flags & flag != 0 }
        switch type {
        case "Tx" where has(Self.passwordFlag) && isPlain: return nil
        case "Ch" where isPlain: self = .combo
        case "Tx" where has(Self.combFlag) && isPlain: self = .text
        case "Tx" where has(Self.passwordFlag): self = .password
        case "Tx" where has(Self.multilineFlag): self = .lines
        case "Tx" where has(Self.combFlag): self = .comb
        case "Tx": self = .text
        case "Ch": self = has(Self.comboFlag) ? .combo : .list
        case "Btn" where has(Self.pushButtonFlag): self = .push
        case "Btn": self = has(Self.radioFlag) ? .radio : .check
        default: return nil
        }
    }

    var isButton: Bool { [.check, .radio, .push].contains(self) }
}
