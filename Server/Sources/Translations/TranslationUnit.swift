import Words

/// One sentence, or one plural form of one, and its translation.
public struct TranslationUnit: Hashable, Sendable {
    /// How far a translation has come (XLIFF 2.1 §4.3.1.31).
    public enum State: String, Sendable {
        /// The sentence is not translated, or its English has changed since.
        case initial
        case translated
        case reviewed
        /// An operator's own.
        case final
    }

    /// Where the sentence stands, with its plural form if it has one.
    public var place: WordingPlace
    /// The English.
    public var source: String
    /// The translation; `nil` for none.
    public var target: String?
    /// How far the translation has come.
    public var state: State
    /// What a translator has to know.
    public var note: String?

    /// Takes the parts as they are.
    public init(_ place: WordingPlace, source: String, target: String?, state: State, note: String? = nil) {
        self.place = place
        self.source = source
        self.target = target
        self.state = state
        self.note = note
    }

    /// Its id in a file, such as `page.consent.agree` or `links.pages:few`.
    public var id: String {
        "\(place.section.rawValue).\(place.key)" + (place.form.map { ":\($0.rawValue)" } ?? "")
    }

    /// Returns the place for an id; `nil` for one that no sentence can have.
    static func place(of id: String) -> WordingPlace? {
        let parts = id.split(separator: ":", omittingEmptySubsequences: false)
        let names = parts[0].split(separator: ".", maxSplits: 1)
        guard parts.count <= 2, names.count == 2, let section = Catalog.Section(rawValue: String(names[0])) else {
            return nil
        }
        guard parts.count == 2 else { return WordingPlace(section, String(names[1])) }
        return PluralCategory(rawValue: String(parts[1])).map { WordingPlace(section, String(names[1]), $0) }
    }
}

/// The sentences of one language with their English, as a translator gets and returns them.
public struct TranslationFile: Hashable, Sendable {
    /// The language of the translations.
    public let language: Language
    /// The sentences, in the order of sections and keys.
    public var units: [TranslationUnit]

    init(_ language: Language, units: [TranslationUnit]) {
        self.language = language
        self.units = units
    }

    /// The sections that nobody words anew: what people agree to, and what devices write, too.
    private static let fixed: Set<Catalog.Section> = [.disclosure, .paper]

    /// Everything that the program says in a language, but for what people agree to and what stands in signed documents.
    ///
    /// - Parameter wording: an operator's own sentences, which come instead of the program's
    public init(_ language: Language, _ wording: Wording? = nil) {
        self.language = language
        let (english, builtIn) = (Language.english.builtInEntries, language.builtInEntries)
        units = []
        for section in Catalog.Section.allCases where !Self.fixed.contains(section) {
            for (key, original) in (english[section] ?? [:]).sorted(by: { $0.key < $1.key }) {
                let own = wording?.entries[section]?[key]
                let earlier = wording?.english[section]?[key] ?? original
                let state: TranslationUnit.State = own == nil ? .translated : earlier == original ? .final : .initial
                units += Self.units(
                    WordingPlace(section, key), original, own ?? builtIn[section]?[key], state, in: language)
            }
        }
    }

    private static func units(
        _ place: WordingPlace, _ original: CatalogEntry, _ entry: CatalogEntry?, _ state: TranslationUnit.State,
        in language: Language
    ) -> [TranslationUnit] {
        guard case .counted(let english) = original else {
            return [
                TranslationUnit(place, source: original.texts.first ?? "", target: entry?.texts.first, state: state)
            ]
        }
        var own: [PluralCategory: String] = [:]
        if case .counted(let forms)? = entry { own = forms }
        return PluralCategory.allCases.filter(language.categories.contains).map { form in
            TranslationUnit(
                WordingPlace(place.section, place.key, form), source: english[form] ?? english[.other] ?? "",
                target: own[form], state: state, note: note(form, in: language))
        }
    }

    /// Says for which numbers a plural form is.
    private static func note(_ form: PluralCategory, in language: Language) -> String {
        let numbers = (0...200).filter { language.category(of: $0) == form }.prefix(4).map(String.init)
        return "The form “\(form.rawValue)”, for numbers such as \(numbers.joined(separator: ", "))."
    }

    /// Adds the translated sentences to an operator's wording, except those that are the same as the program's own.
    ///
    /// - Returns: what the file has and no sentence is, and what keeps the wording from being used
    public func add(to wording: inout Wording) -> [WordingProblem] {
        let (english, builtIn) = (Language.english.builtInEntries, language.builtInEntries)
        var texts: [WordingPlace: [TranslationUnit]] = [:]
        for unit in units where unit.target != nil {
            texts[WordingPlace(unit.place.section, unit.place.key), default: []].append(unit)
        }
        var problems: [WordingProblem] = []
        for (place, units) in texts.sorted(by: { $0.key.description < $1.key.description }) {
            guard let original = english[place.section]?[place.key], !Self.fixed.contains(place.section) else {
                problems.append(.unknownKey(place))
                continue
            }
            let entry = Self.entry(units.map { ($0.place.form, $0.target ?? "") })
            guard entry != builtIn[place.section]?[place.key] || wording.entries[place.section]?[place.key] != nil
            else {
                continue
            }
            wording.set(entry, place.section, place.key, from: Self.source(units, original))
        }
        return problems + wording.problems
    }

    private static func entry(_ texts: [(form: PluralCategory?, text: String)]) -> CatalogEntry {
        if let text = texts.first(where: { $0.form == nil })?.text { return .always(text) }
        return .counted(
            Dictionary(
                texts.compactMap { one in one.form.map { ($0, one.text) } }, uniquingKeysWith: { first, _ in first }))
    }

    /// The English that a sentence was translated from. A language without a form of it has nothing to say of that form.
    private static func source(_ units: [TranslationUnit], _ original: CatalogEntry) -> CatalogEntry {
        guard case .counted(var forms) = original else { return .always(units.first?.source ?? "") }
        for unit in units {
            if let form = unit.place.form, forms[form] != nil { forms[form] = unit.source }
        }
        return .counted(forms)
    }
}
