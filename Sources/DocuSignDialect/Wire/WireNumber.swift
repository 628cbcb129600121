/// Numbers in the API's strings: decimal digits, a sign, one decimal point.
enum WireNumber {
    static func text(_ number: Double) -> String {
        if let integer = Int(exactly: number) { return String(integer) }
        return String(number)
    }

    static func number(_ text: String) -> Double? {
        let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        let others = text.utf8.count - digits
        guard digits > 0, text.utf8.count <= 32,
            text.utf8.allSatisfy({ $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") && $0 != UInt8(ascii: "x") }),
            others <= 2
        else { return nil }
        return Double(text)
    }
}
