/// Where a sentence stands in a catalog.
public struct WordingPlace: Hashable, Sendable, CustomStringConvertible {
    /// The part of the catalog.
    public let section: Catalog.Section
    /// The name of the sentence in its section.
    public let key: String
    /// The plural form; `nil` for the whole entry.
    public let form: PluralCategory?

    /// Names a place, whether or not there is a sentence.
    public init(_ section: Catalog.Section, _ key: String, _ form: PluralCategory? = nil) {
        self.section = section
        self.key = key
        self.form = form
    }

    /// Section, key and form, with commas.
    public var description: String {
        [section.rawValue, key, form?.rawValue].compactMap(\.self).joined(separator: ", ")
    }
}

/// Why a wording cannot be used. Each has one English sentence.
public enum WordingProblem: Hashable, Sendable, CustomStringConvertible {
    case notACatalog
    case unknownSection(String)
    case notASection(String)
    /// What people agree to has settings of its own.
    case agreedText
    /// It has sentences of signed documents, which have to be the same everywhere.
    case paper
    case unknownKey(WordingPlace)
    case notASentence(WordingPlace)
    case empty(WordingPlace)
    case tooLong(WordingPlace, limit: Int)
    /// The sentence names facts that it does not get.
    case unknownNames(WordingPlace, [String])
    /// The sentence leaves out facts that its English names.
    case lostNames(WordingPlace, [String])
    /// The program's sentence has plural forms and this one has none, or the other way round.
    case formsInOne(WordingPlace)
    case forms(WordingPlace, [PluralCategory], needed: [PluralCategory])

    /// One English sentence that names the place.
    public var description: String {
        switch self {
        case .notACatalog: "It is not a JSON object of sections."
        case .unknownSection(let name): "\(name.prefix(60)): There is no such section."
        case .notASection(let name): "\(name.prefix(60)): This is not a JSON object of sentences."
        case .agreedText:
            "disclosure: What people agree to cannot be worded here; set it with countersign account disclosure."
        case .paper: "paper: What stands in signed documents cannot be worded here, since devices write it, too."
        case .unknownKey(let place): "\(place): There is no such sentence."
        case .notASentence(let place): "\(place): This is neither a text nor an object of plural forms."
        case .empty(let place): "\(place): The sentence is empty."
        case .tooLong(let place, let limit): "\(place): The sentence has more than \(limit) characters."
        case .unknownNames(let place, let names): "\(place): There is no value for \(Self.braced(names))."
        case .lostNames(let place, let names): "\(place): The sentence has lost \(Self.braced(names))."
        case .formsInOne(let place):
            "\(place): The sentence has plural forms in one language and none in the other."
        case .forms(let place, let has, let needed):
            "\(place): The sentence has the plural forms \(Self.listed(has)), and needs \(Self.listed(needed))."
        }
    }

    private static func braced(_ names: [String]) -> String {
        names.sorted().map { "{\($0.prefix(40))}" }.joined(separator: ", ")
    }

    private static func listed(_ forms: [PluralCategory]) -> String {
        forms.isEmpty ? "none" : PluralCategory.allCases.filter(forms.contains).map(\.rawValue).joined(separator: ", ")
    }
}

extension Wording {
    /// The maximum length of a sentence, in characters.
    private static let longest = 2000

    /// Everything that keeps the wording from being used.
    public var problems: [WordingProblem] {
        let english = Language.english.builtInEntries
        var problems: [WordingProblem] = []
        for section in Catalog.Section.allCases {
            guard let own = entries[section], !own.isEmpty else { continue }
            if section == .disclosure {
                problems.append(.agreedText)
                continue
            }
            if section == .paper {
                problems.append(.paper)
                continue
            }
            for (key, entry) in own.sorted(by: { $0.key < $1.key }) {
                let place = WordingPlace(section, key)
                guard let original = english[section]?[key] else {
                    problems.append(.unknownKey(place))
                    continue
                }
                problems += self.problems(of: entry, original, at: place)
            }
        }
        return problems
    }

    private func problems(
        of entry: CatalogEntry, _ original: CatalogEntry, at place: WordingPlace
    ) -> [WordingProblem] {
        switch (original, entry) {
        case (.always(let english), .always(let text)):
            let names = CatalogEntry.names(in: english)
            return Self.problems(of: text, at: place, allowed: names, needed: names)
        case (.counted(let english), .counted(let forms)):
            guard Set(forms.keys) == language.categories else {
                return [.forms(place, Array(forms.keys), needed: Array(language.categories))]
            }
            let allowed = english.values.reduce(into: Set<String>()) { $0.formUnion(CatalogEntry.names(in: $1)) }
            // A form may say the number itself.
            let needed = CatalogEntry.names(in: english[.other] ?? "").subtracting(["count"])
            return PluralCategory.allCases.flatMap { form in
                forms[form].map {
                    Self.problems(
                        of: $0, at: WordingPlace(place.section, place.key, form), allowed: allowed, needed: needed)
                } ?? []
            }
        default: return [.formsInOne(place)]
        }
    }

    private static func problems(
        of text: String, at place: WordingPlace, allowed: Set<String>, needed: Set<String>
    ) -> [WordingProblem] {
        if text.allSatisfy(\.isWhitespace) { return [.empty(place)] }
        if text.count > longest { return [.tooLong(place, limit: longest)] }
        let names = CatalogEntry.names(in: text)
        let (unknown, lost) = (names.subtracting(allowed), needed.subtracting(names))
        return (unknown.isEmpty ? [] : [.unknownNames(place, Array(unknown))])
            + (lost.isEmpty ? [] : [.lostNames(place, Array(lost))])
    }
}
