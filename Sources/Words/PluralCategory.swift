/// The plural categories of CLDR.
enum PluralCategory: String, Hashable, Sendable, Decodable, CodingKeyRepresentable {
    case zero, one, two, few, many, other
}

extension Language {
    /// Returns the cardinal category of a whole number (CLDR's plural rules). The category `many` of the Romance
    /// languages, for whole millions, is left out: no sentence counts millions.
    func category(of count: Int) -> PluralCategory {
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
