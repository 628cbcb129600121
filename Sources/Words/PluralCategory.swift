/// The plural categories of CLDR.
public enum PluralCategory: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    case zero, one, two, few, many, other
}

extension Language {
    /// The categories that sentences about whole numbers have in this language.
    public var categories: Set<PluralCategory> {
        switch tag {
        case "ja", "ko", "zh-Hans", "zh-Hant": [.other]
        case "ru": [.one, .few, .many, .other]
        case "he": [.one, .two, .other]
        case "ar": Set(PluralCategory.allCases)
        default: [.one, .other]
        }
    }

    /// Returns the cardinal category of a whole number (CLDR's plural rules). The category `many` of the Romance
    /// languages, for whole millions, is left out: no sentence counts millions.
    public func category(of count: Int) -> PluralCategory {
        let number = count.magnitude
        let (tens, ones) = (number % 100, number % 10)
        switch tag {
        case "ja", "ko", "zh-Hans", "zh-Hant": return .other
        case "fr", "pt-BR": return number < 2 ? .one : .other
        case "he": return number == 1 ? .one : number == 2 ? .two : .other
        case "ru":
            if ones == 1, tens != 11 { return .one }
            return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
        case "ar":
            switch number {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: return (3...10).contains(tens) ? .few : tens >= 11 ? .many : .other
            }
        default: return number == 1 ? .one : .other
        }
    }
}
