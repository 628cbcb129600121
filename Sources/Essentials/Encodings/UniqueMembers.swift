import Foundation

/// JSON objects in which no name is repeated: of two equal names, one reader takes the first and another the second.
public enum UniqueMembers {
    /// How deep objects and lists may stand in one another. Strangers send these texts, and the time to decode them
    /// grows with the cube of their depth.
    private static let deepest = 8

    /// Returns the members of an object in UTF-8; `nil` for anything else, and for one that is nested deeper than any
    /// token or form.
    public static func object(in text: Data) -> [String: JSONValue]? {
        let (count, depth) = extent(of: text)
        guard depth <= deepest, !text.contains(0), let first = text.first(where: { !isSpace($0) }),
            first == UInt8(ascii: "{"),
            let members = try? JSONDecoder().decode([String: JSONValue].self, from: text), count == members.count
        else { return nil }
        return members
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Returns how many names an object has, not counting those of objects within, and how deep it is nested.
    private static func extent(of text: Data) -> (names: Int, depth: Int) {
        let bytes = [UInt8](text)
        var (count, depth, deepest, index) = (0, 0, 0, 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 1: count += 1
            default: break
            }
            index += 1
        }
        return (count, deepest)
    }
}
