extension PDFError {
    /// - Parameter place: the text's description in the error
    package init(_ error: TextShapingError, place: String) {
        switch error {
        case .unshowable(let character): self = .unshowableCharacter(character, place: place)
        case .unusable(let reason): self = .unsupported("\(place) cannot be set: \(reason)")
        }
    }
}
