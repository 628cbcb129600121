extension SignatureFinding: Codable {
    private enum CodingKeys: String, CodingKey {
        case severity, message
    }

    /// Writes `code`, `severity`, `message`, and the facts of the case under their names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(severity, forKey: .severity)
        try container.encode(sentence, forKey: .message)
        switch self {
        case .value(let finding): try finding.encodeFlat(to: encoder)
        case .placement(let finding): try finding.encodeFlat(to: encoder)
        case .validity(let finding): try finding.encodeFlat(to: encoder)
        case .trust(let problem): try problem.encodeFlat(to: encoder)
        case .change(let change): try change.encode(to: encoder)
        case .file(let finding): try finding.encodeFlat(to: encoder)
        case .appearance(let finding): try finding.encodeFlat(to: encoder)
        }
    }

    /// Reads the case from its code and facts; `severity` and `message` follow from them.
    ///
    /// - Throws: `DecodingError` for a code that this version does not know
    public init(from decoder: any Decoder) throws {
        if try CMSFinding.isNamed(in: decoder) {
            self = .value(try CMSFinding(flat: decoder))
        } else if try PlacementFinding.isNamed(in: decoder) {
            self = .placement(try PlacementFinding(flat: decoder))
        } else if try ValidityFinding.isNamed(in: decoder) {
            self = .validity(try ValidityFinding(flat: decoder))
        } else if try TrustProblem.isNamed(in: decoder) {
            self = .trust(try TrustProblem(flat: decoder))
        } else if try AppearanceFinding.isNamed(in: decoder) {
            self = .appearance(try AppearanceFinding(flat: decoder))
        } else if try FileFinding.isNamed(in: decoder) {
            self = .file(try FileFinding(flat: decoder))
        } else {
            self = .change(try DocumentChange(from: decoder))
        }
    }

    /// The codes of all cases.
    public static var codes: [String] {
        CMSFinding.codes + PlacementFinding.codes + ValidityFinding.codes + TrustProblem.codes + FileFinding.codes
            + AppearanceFinding.codes + DocumentChange.codes
    }
}
