/// Whether a value of any shape asks for something.
///
/// Null, the empty string, and lists and objects that hold only such values ask for nothing. Neither do zero and
/// false, unless they stand in a list, and zero unless it is an identifier.
struct Substance: Decodable {
    let isSomething: Bool

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: WireKey.self) {
            isSomething = try members.allKeys.contains { key in
                try members.decodeIfPresent(Substance.self, forKey: key)?.isSomething ?? false
            }
        } else if var elements = try? decoder.unkeyedContainer() {
            var found = false
            while !elements.isAtEnd, !found {
                found = try elements.decodeIfPresent(Substance.self)?.isSomething ?? false
            }
            isSomething = found
        } else {
            // The API's lists of single values hold identifiers and names.
            let isListed = decoder.codingPath.last?.intValue != nil
            let zeroCounts = isListed || decoder.codingPath.last?.stringValue.hasSuffix("Id") == true
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                isSomething = false
            } else if let text = try? value.decode(String.self) {
                let isFalse = text.lowercased() == "false" && !isListed
                let isZero = WireNumber.number(text) == 0 && !zeroCounts
                isSomething = !text.isEmpty && !isFalse && !isZero
            } else if let flag = try? value.decode(Bool.self) {
                isSomething = flag || isListed
            } else {
                isSomething = try value.decode(Double.self) != 0 || zeroCounts
            }
        }
    }
}
