import Foundation

/// The signed revisions of a file, and the changes between them.
struct RevisionHistory {
    /// The changes that one revision made to the signed revision before it.
    private struct Step {
        /// The length in bytes of the earlier revision, and of the later one.
        var start: Int
        var end: Int
        /// Whether a person's intact signature covers the later revision.
        var isSigned: Bool
        var changes: [(change: LaterChange, content: ContentChange)]
    }

    private let steps: [Step]

    init(_ library: RevisionLibrary, _ checks: [SignatureCheck]) {
        let signedEnds = Set(
            checks.filter { $0.integrity == .intact && $0.kind == .person }.compactMap(\.placement.revisionEnd))
        var ends = Set(checks.compactMap(\.protectedEnd)).sorted()
        let size = library.newest.end
        if let last = ends.last, last < size { ends.append(size) }
        let signers = Dictionary(checks.map { ($0.field.name, $0.signer) }, uniquingKeysWith: { first, _ in first })
        let unchanged = UnchangedFields()
        var steps: [Step] = []
        for (start, end) in zip(ends, ends.dropFirst()) {
            let changes = Self.changes(in: library, from: start, to: end, unchanged)
            steps.append(
                Step(
                    start: start, end: end, isSigned: signedEnds.contains(end),
                    changes: changes.map { change in (change, change.kind.content { signers[$0] }) }))
        }
        self.steps = steps
    }

    private static func changes(
        in library: RevisionLibrary, from start: Int, to end: Int, _ unchanged: UnchangedFields
    ) -> [LaterChange] {
        guard let old = try? library.revision(upTo: start), let new = try? library.revision(upTo: end) else {
            return [.other(.notComparable)]
        }
        if new.document.newestSection.offset < start {
            // No revision was appended, so only white space may follow.
            let tail = library.newest.document.bytes.slice(start..<end)
            return tail.allSatisfy { Lexer.isWhitespace(Int($0)) }
                ? [LaterChange(.blankSpace)] : [.other(.bytesAdded)]
        }
        let changes = RevisionComparison.changes(
            from: old, to: new, unchanged: unchanged, touched: library.touched(between: old.document, and: new.document)
        )
        return changes.isEmpty ? [LaterChange(.idleUpdate)] : changes
    }

    /// Returns the changes after a signature, with whether it permits them.
    func changes(after check: SignatureCheck) -> [DocumentChange] {
        guard let end = check.protectedEnd else { return [] }
        return steps[firstStep(from: end)...].flatMap { step in
            step.changes.compactMap { change, content in
                let standing = check.permissions.standing(of: change.kind, isSigned: step.isSigned)
                // A claim that somebody answers for is a part of filling in.
                if case .claimed = change.kind, standing == .permitted { return nil }
                return DocumentChange(
                    .content(content), standing: standing, from: step.start, to: step.end, areas: change.areas)
            }
        }
    }

    /// Returns the index of the first step that begins at or after a revision's end.
    private func firstStep(from end: Int) -> Int { steps.firstIndex { $0.start >= end } ?? steps.endIndex }
}
