/// The problems of one request: sentences at the paths of the API's documentation, and members that it does not know.
package final class RequestProblems {
    package private(set) var unknownKeys: [String] = []
    package private(set) var tree = SignWell.ErrorTree.members([:])
    private var places: Set<[String]> = []

    package init() {}

    /// Adds a sentence to the list of sentences at a place.
    package func add(_ sentence: String, at path: [String]) {
        places.insert(path)
        tree.add(sentence, at: path[...])
    }

    /// Puts one sentence at a place that holds no list.
    package func put(_ sentence: String, at path: [String]) {
        places.insert(path)
        tree.put(.sentence(sentence), at: path[...])
    }

    /// Puts a part at a place.
    package func put(_ part: SignWell.ErrorTree, at path: [String]) {
        places.insert(path)
        tree.put(part, at: path[...])
    }

    package func noteUnknown(_ key: String) {
        if !unknownKeys.contains(key) { unknownKeys.append(key) }
    }

    /// Whether a place, or one in it, has a sentence.
    package func has(_ path: [String]) -> Bool { places.contains { $0.starts(with: path) } }

    package var isEmpty: Bool { unknownKeys.isEmpty && places.isEmpty }

    /// - Throws: 400 with every unknown member, or 422 with every sentence
    package func check() throws(SignWell.ErrorBody) {
        guard unknownKeys.isEmpty else { throw .unknownKeys(unknownKeys) }
        guard places.isEmpty else { throw SignWell.ErrorBody(errors: tree) }
    }
}
