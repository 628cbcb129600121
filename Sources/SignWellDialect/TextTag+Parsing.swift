import Envelopes
import Foundation

extension TextTag {
    /// The maximum length of a tag, in characters.
    static let longest = 1000

    /// Reads what stands between a tag's braces.
    ///
    /// - Throws: the first thing that is wrong with it
    package init(_ text: String) throws(TextTagProblem) {
        func problem(_ reason: TextTagProblem.Reason) -> TextTagProblem { TextTagProblem(text: text, reason: reason) }
        guard text.count <= Self.longest else { throw problem(.tooLong(limit: Self.longest)) }
        var parts = Parts(text)
        let name = parts.next() ?? ""
        guard let type = SignWell.FieldType(tagged: name) else {
            throw problem(name.isEmpty ? .noType : .unknownType(name))
        }
        self.type = type

        let signer = parts.next()
        self.signer = signer.map { Int($0) ?? 0 } ?? 1
        guard self.signer > 0 else { throw problem(.badSigner(signer ?? "")) }

        let required = parts.next()
        guard let isRequired = required.map(Self.answer) ?? (type != .checkbox) else {
            throw problem(.badRequired(required ?? ""))
        }
        self.isRequired = isRequired

        label = parts.next()
        prefill = parts.next()
        if prefill != nil, type.isArtwork { throw problem(.prefilledArtwork) }
        apiID = parts.next()

        var lengths: [PixelLength?] = []
        for what in ["width", "height"] {
            let length = parts.next()
            guard let length else {
                lengths.append(nil)
                continue
            }
            guard let value = Double(length), value.isFinite, value > 0, value <= Self.longestSide else {
                throw problem(.badLength(what: what, length))
            }
            lengths.append(PixelLength(what == "height" ? min(value, type.largestHeight) : value))
        }
        (width, height) = (lengths[0], lengths[1])

        (locksSignDate, dateFormat, options) = (false, nil, [])
        switch type {
        case .date:
            let lock = parts.next()
            guard let locks = lock.map(Self.answer) ?? false else { throw problem(.badLock(lock ?? "")) }
            locksSignDate = locks
            // A format with a time has colons.
            if let format = parts.rest() {
                guard let known = DateFormat.allCases.first(where: { $0.rawValue.lowercased() == format.lowercased() })
                else { throw problem(.unknownDateFormat(format)) }
                dateFormat = known
            }
        case .select, .dropdown:
            while let option = parts.next() { options.append(option) }
            if options.isEmpty { throw problem(.noOptions) }
        default: break
        }
        if let rest = parts.rest() { throw problem(.tooManyParts(rest)) }
    }

    /// The longest side of a field, in pixels: two hundred inches, the longest side of a page.
    private static let longestSide = 19_200.0

    private static func answer(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "y", "yes": true
        case "n", "no": false
        default: nil
        }
    }

    /// The parts of a tag from left to right.
    private struct Parts {
        private var waiting: ArraySlice<Substring>

        init(_ text: String) {
            waiting = text.split(separator: ":", omittingEmptySubsequences: false)[...]
        }

        /// Returns the next part; `nil` if it is blank or there is none.
        mutating func next() -> String? { waiting.popFirst().flatMap { Self.filled(String($0)) } }

        /// Returns all parts that are left, with their colons; `nil` if they are blank.
        mutating func rest() -> String? {
            defer { waiting = [] }
            guard waiting.contains(where: { Self.filled(String($0)) != nil }) else { return nil }
            return Self.filled(waiting.joined(separator: ":"))
        }

        private static func filled(_ text: String) -> String? {
            let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return text.isEmpty ? nil : text
        }
    }
}
