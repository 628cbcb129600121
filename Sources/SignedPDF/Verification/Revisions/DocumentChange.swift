/// A change that one revision of a file made to the signed revision before it.
public struct DocumentChange: Sendable, Hashable {
    /// A change to the content, or an irregularity in how the revision is written.
    public enum Kind: Sendable, Hashable {
        /// The content of the file changed.
        case content(ContentChange)
        /// Readers may interpret the added bytes differently.
        case irregularity(UpdateIrregularity)
    }

    /// Whether the signature permits a change.
    public enum Standing: String, Sendable, Hashable, Codable {
        /// The signature permits the change, and it cannot deceive.
        case permitted
        /// The signature formally permits the change, but the change can cover or imitate signed content.
        case doubtful
        /// The signature does not permit the change.
        case forbidden
    }

    /// What changed.
    public var kind: Kind
    /// Whether the signature before permits it.
    public var standing: Standing
    /// The length in bytes of the earlier revision.
    public var from: Int
    /// The length in bytes of the later revision.
    public var to: Int
    /// The areas where the change is visible; empty for a change that is not on a page.
    public var areas: [ChangedArea]

    /// Takes the revisions by their lengths in bytes.
    public init(_ kind: Kind, standing: Standing, from: Int, to: Int, areas: [ChangedArea]) {
        self.kind = kind
        self.standing = standing
        self.from = from
        self.to = to
        self.areas = areas
    }

    /// The stable code of the change.
    public var code: String {
        switch kind {
        case .content(let change): change.caseCode
        case .irregularity(let irregularity): irregularity.caseCode
        }
    }

    static var codes: [String] { ContentChange.codes + UpdateIrregularity.codes }
}

extension DocumentChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, standing, from, to, areas
    }

    /// Encodes the code and the facts of the change beside the other members.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(standing, forKey: .standing)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(areas, forKey: .areas)
        switch kind {
        case .content(let change): try change.encodeFlat(to: encoder)
        case .irregularity(let irregularity): try irregularity.encodeFlat(to: encoder)
        }
    }

    /// Reads the kind from its code and facts.
    ///
    /// - Throws: `DecodingError` for a code that this version does not know
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        standing = try container.decode(Standing.self, forKey: .standing)
        from = try container.decode(Int.self, forKey: .from)
        to = try container.decode(Int.self, forKey: .to)
        areas = try container.decode([ChangedArea].self, forKey: .areas)
        kind =
            try UpdateIrregularity.isNamed(in: decoder)
            ? .irregularity(UpdateIrregularity(flat: decoder)) : .content(ContentChange(flat: decoder))
    }
}
