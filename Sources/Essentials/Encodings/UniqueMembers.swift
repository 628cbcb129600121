import Foundation

/// JSON objects in which no name is repeated: of two equal names, one reader takes the first and another the second.
public enum UniqueMembers {
    /// Returns the members of an object in UTF-8; `nil` for anything else.
    public static func object(in text: Data) -> [String: JSONValue]? {
        guard !text.contains(0), let first = text.first(where: { !isSpace($0) }), first == UInt8(ascii: "{"),
            let members = try? JSONDecoder().decode([String: JSONValue].self, from: text),
            nameCount(in: text) == members.count
        else { return nil }
        return members
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Returns how many names a valid object has, not counting those of objects within.
    private static func nameCount(in text: Data) -> Int {
        let bytes = [UInt8](text)
        var (count, depth, index) = (0, 0, 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 1: count += 1
            default: break
            }
            index += 1
        }
        return count
    }
}
