/// Something that speaks against a signature.
package struct SignatureProblem: Sendable, Hashable {
    package enum Weight: Sendable, Hashable {
        /// The signature does not hold.
        case broken
        /// The signature may hold, but cannot be relied on as it is.
        case doubtful
    }

    package var weight: Weight
    /// A whole sentence for people.
    package var sentence: String

    package static func broken(_ sentence: String) -> SignatureProblem {
        SignatureProblem(weight: .broken, sentence: sentence)
    }

    package static func doubtful(_ sentence: String) -> SignatureProblem {
        SignatureProblem(weight: .doubtful, sentence: sentence)
    }
}
