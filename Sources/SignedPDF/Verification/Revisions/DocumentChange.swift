/// One thing that a revision of a file did to the revision that was signed before it.
public struct DocumentChange: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// What a reader finds in the file is not what it was.
        case content(ContentChange)
        /// Readers may find different things in what was added.
        case irregularity(UpdateIrregularity)
    }

    /// What the signature says of a change.
    public enum Standing: String, Sendable, Hashable, Codable {
        /// The signature permits it, and it cannot deceive.
        case permitted
        /// The signature permits it by the letter, but it can cover or imitate what was signed.
        case doubtful
        /// The signature does not permit it.
        case forbidden
    }

    public var kind: Kind
    public var standing: Standing
    /// The number of bytes of the file as it was before.
    public var from: Int
    /// The number of bytes of the file as it was afterwards.
    public var to: Int
    /// Where it is seen; empty for what is not on a page.
    public var areas: [ChangedArea]

    public init(_ kind: Kind, standing: Standing, from: Int, to: Int, areas: [ChangedArea]) {
        self.kind = kind
        self.standing = standing
        self.from = from
        self.to = to
        self.areas = areas
    }

    /// The code of what happened, which never changes.
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

    /// The code and the facts of what happened stand beside the other members.
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
