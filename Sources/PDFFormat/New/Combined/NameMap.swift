/// The entries of several documents' dictionaries in one.
struct NameMap {
    private var entries = PDFDictionary()
    private var names: Set<String> = []

    /// Adds a dictionary's entries. Of two with the same name, the first one counts.
    mutating func add(
        _ object: PDFObject?, of part: inout CombinedPart, to file: inout FileWriter
    ) throws(PDFError) {
        for entry in try part.document.readable(object ?? .null).dictionaryValue?.entries ?? []
        where !names.contains(entry.key) {
            add(part.copier.copy(entry.value, to: &file), named: entry.key)
        }
    }

    /// Adds an entry under a name that is free, and returns that name.
    @discardableResult
    mutating func add(_ object: PDFObject, named name: String) -> String {
        let free = free(name)
        names.insert(free)
        entries.append(key: free, value: object)
        return free
    }

    /// Keeps a name for something that is not there, and returns it or a free one.
    mutating func reserve(_ name: String) -> String {
        let free = free(name)
        names.insert(free)
        return free
    }

    private func free(_ name: String) -> String {
        var (result, number) = (name, 2)
        while names.contains(result) {
            result = "\(name)_\(number)"
            number += 1
        }
        return result
    }

    /// The dictionary; `nil` if it is empty.
    var object: PDFObject? { entries.isEmpty ? nil : .dictionary(entries) }
}
