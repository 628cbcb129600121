/// Something that speaks against a signature.
struct SignatureProblem: Sendable, Hashable {
    enum Weight: Sendable, Hashable {
        /// The signature does not hold.
        case broken
        /// The signature may hold, but cannot be relied on as it is.
        case doubtful
    }

    var weight: Weight
    /// A whole sentence for people.
    var sentence: String

    static func broken(_ sentence: String) -> SignatureProblem {
        SignatureProblem(weight: .broken, sentence: sentence)
    }

    static func doubtful(_ sentence: String) -> SignatureProblem {
        SignatureProblem(weight: .doubtful, sentence: sentence)
    }
}
