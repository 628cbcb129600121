import Envelopes
import Essentials
import Words

/// Why a file cannot be attached.
public enum AttachmentProblem: Hashable, Sendable {
    case empty
    /// Neither a PDF nor a picture.
    case kind
    /// A picture that cannot be read, or not be made smaller.
    case picture
    /// The file's name has no characters, more than the limit, or control characters.
    case name(limit: Int)
    case damaged
    case encrypted
    /// The file has no pages, or more than the limit.
    case pages(limit: Int)
    /// The file starts or holds a program.
    case program

    /// The end of the key of its sentence.
    var key: String {
        switch self {
        case .empty: "empty"
        case .kind: "kind"
        case .picture: "picture"
        case .name: "name"
        case .damaged: "damaged"
        case .encrypted: "encrypted"
        case .pages: "pages"
        case .program: "program"
        }
    }

    init(_ error: IntakeError, mostPages: Int) {
        self =
            switch error {
            case .notAPDF: .kind
            case .encrypted: .encrypted
            case .damaged: .damaged
            case .noPages, .tooManyPages: .pages(limit: mostPages)
            case .launchesPrograms, .holdsProgram: .program
            }
    }
}

/// What a field takes.
public enum WantedValue: Hashable, Sendable {
    /// A date in a form, such as `yyyy-MM-dd`.
    case date(form: String)
    case validated(TextValidation)
    case text

    init(_ tab: EnvelopeTab) {
        self = tab.dateFormat.map { .date(form: $0.rawValue) } ?? tab.validation.map { .validated($0) } ?? .text
    }
}

extension TabGroup {
    /// The rule as a sentence: the sender's own, or the catalog's.
    func sentence(in language: Language) -> String {
        if let message, !TextRules.isBlank(message) { return message }
        let facts: [String: Fact] =
            switch rule {
            case .selectAtLeast, .selectExactly: ["count": .number(minimum)]
            case .selectAtMost: ["count": .number(maximum)]
            case .selectARange: ["from": .number(minimum), "to": .number(maximum)]
            }
        return Catalog.of(language).sentence(.refusals, "group.\(rule.rawValue)", facts) ?? ""
    }
}
