import Foundation

/// The signed revisions of a file, and what happened between them.
struct RevisionHistory {
    /// What one revision did to the signed one before it.
    private struct Step {
        /// The number of bytes of the revision that was changed.
        var start: Int
        /// Whether the revision that changed it is itself covered by an intact signature.
        var isSigned: Bool
        var changes: [LaterChange]
    }

    private let steps: [Step]
    private let signers: [String: String]

    init(_ document: PDFDocument, _ checks: [SignatureCheck]) {
        let signedEnds = Set(checks.filter { $0.integrity == .intact }.compactMap(\.placement.revisionEnd))
        var ends = Set(checks.compactMap(\.placement.revisionEnd)).sorted()
        let size = document.bytes.count
        if let last = ends.last, last < size { ends.append(size) }
        var steps: [Step] = []
        for (start, end) in zip(ends, ends.dropFirst()) {
            steps.append(
                Step(
                    start: start, isSigned: signedEnds.contains(end),
                    changes: Self.changes(in: document, from: start, to: end)))
        }
        self.steps = steps
        signers = Dictionary(checks.map { ($0.field.name, $0.signer) }, uniquingKeysWith: { first, _ in first })
    }

    private static func changes(in document: PDFDocument, from start: Int, to end: Int) -> [LaterChange] {
        guard let old = try? document.document(upTo: start),
            let new = end == document.bytes.count ? document : try? document.document(upTo: end)
        else { return [.other("the file was changed so that it can no longer be compared")] }
        if new.newestSection.offset < start {
            // Nothing was appended that a reader must look at; anything but white space has no business there.
            let tail = document.bytes.slice(start..<end)
            return tail.allSatisfy { Lexer.isWhitespace(Int($0)) }
                ? [.blankSpace] : [.other("bytes that are no revision were added at the end of the file")]
        }
        let changes = RevisionComparison.changes(from: old, to: new)
        return changes.isEmpty ? [.idleUpdate] : changes
    }

    /// Tells each signature what came after it, and what of that it does not allow.
    func judge(_ checks: inout [SignatureCheck]) {
        for index in checks.indices {
            guard let end = checks[index].placement.revisionEnd else { continue }
            for step in steps where step.start >= end {
                for change in step.changes {
                    let text = change.text { signers[$0] }
                    if !checks[index].laterChanges.contains(text) { checks[index].laterChanges.append(text) }
                    if !checks[index].permissions.allow(change, isSigned: step.isSigned) {
                        let sentence =
                            text.prefix(1).uppercased() + text.dropFirst() + " after this signature was made."
                        let problem = SignatureProblem.broken(sentence)
                        if !checks[index].problems.contains(problem) { checks[index].problems.append(problem) }
                    }
                }
            }
        }
    }
}
