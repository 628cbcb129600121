import Foundation

/// A JSON body in which one member is replaced, with whatever it needs around it.
enum OddBody {
    /// - Parameters:
    ///   - path: names from the outside in; a number stands for an entry of a list
    ///   - usual: what a new entry of a list with a name needs
    static func setting(
        _ value: Any, at path: ArraySlice<String>, in body: Any?, of list: String = "",
        usual: (String) -> [String: Any]
    ) -> Any {
        guard let name = path.first else { return value }
        let rest = path.dropFirst()
        if let index = Int(name) {
            var entries = body as? [Any] ?? []
            while entries.count <= index { entries.append(usual(list)) }
            entries[index] = setting(value, at: rest, in: entries[index], of: list, usual: usual)
            return entries
        }
        var members = body as? [String: Any] ?? usual(list)
        members[name] = setting(value, at: rest, in: members[name], of: name, usual: usual)
        return members
    }
}
