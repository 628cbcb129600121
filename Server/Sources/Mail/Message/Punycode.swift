/// Punycode (RFC 3492) for the labels of domains, without the prefix `xn--`.
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26
    private static let firstBias = 72
    private static let firstCode: UInt32 = 0x80

    /// RFC 3492 §6.3; `nil` for a text that is too long.
    static func encoded(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map(\.value)
        guard scalars.count <= 256 else { return nil }
        var output = text.unicodeScalars.filter(\.isASCII).map(Character.init)
        let basic = output.count
        if basic > 0 { output.append("-") }
        var code = firstCode
        var delta = 0
        var bias = firstBias
        var handled = basic
        while handled < scalars.count, let next = scalars.filter({ $0 >= code }).min() {
            delta += Int(next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                var rest = delta
                var place = base
                while true {
                    let threshold = threshold(place, bias)
                    guard rest >= threshold else { break }
                    output.append(digit(threshold + (rest - threshold) % (base - threshold)))
                    rest = (rest - threshold) / (base - threshold)
                    place += base
                }
                output.append(digit(rest))
                bias = adapted(delta, points: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(output)
    }

    /// RFC 3492 §6.2; `nil` for a text that is not Punycode.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.count <= 256, text.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
        let dash = text.lastIndex(of: "-")
        var output = dash.map { Array(text[..<$0].unicodeScalars) } ?? []
        var rest = Substring(dash.map { text[text.index(after: $0)...] } ?? text[...])
        var code = Int(firstCode)
        var index = 0
        var bias = firstBias
        while !rest.isEmpty {
            let start = index
            var weight = 1
            var place = base
            while true {
                guard let digit = rest.popFirst().flatMap(value), weight < 1 << 40 else { return nil }
                index += digit * weight
                let threshold = threshold(place, bias)
                if digit < threshold { break }
                weight *= base - threshold
                place += base
            }
            bias = adapted(index - start, points: output.count + 1, isFirst: start == 0)
            code += index / (output.count + 1)
            index %= output.count + 1
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return String(String.UnicodeScalarView(output))
    }

    private static func threshold(_ place: Int, _ bias: Int) -> Int { min(max(place - bias, tMin), tMax) }

    /// RFC 3492 §6.1.
    private static func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / points
        var place = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            place += base
        }
        return place + (base - tMin + 1) * delta / (delta + 38)
    }

    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    private static func digit(_ value: Int) -> Character { digits[value] }
    private static func value(_ digit: Character) -> Int? {
        digits.firstIndex(of: digit) ?? digits.firstIndex(of: Character(digit.lowercased()))
    }
}
