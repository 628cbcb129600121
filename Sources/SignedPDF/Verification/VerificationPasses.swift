/// One pass over a signed file. It returns the findings for each signature, in order.
typealias VerificationPass = @Sendable (CheckedFile) throws(PDFError) -> [[SignatureFinding]]

/// The passes of a verification. Each pass reads only the file, never the findings of another pass.
enum VerificationPasses {
    static let all: [VerificationPass] = [
        ownFindings, sharedValues, fieldsNotSearched, laterChanges, irregularUpdates, rebuiltFile, removedSignatures,
    ]

    /// Findings about the signatures by themselves.
    static let ownFindings: VerificationPass = { (file) throws(PDFError) in file.checks.map(\.findings) }

    /// Findings about one signature value in several fields, which presents one signature as many. It is accepted if
    /// the value was already shared at signing, since the signer saw it.
    static let sharedValues: VerificationPass = { (file) throws(PDFError) in
        let holders = Dictionary(grouping: file.fields, by: \.contents)
        return file.checks.map { check in
            let holders = holders[check.field.contents] ?? []
            guard check.field.contents != nil, holders.count > 1, !check.wasSigned(in: holders, of: file.library),
                let other = holders.first(where: { $0.name != check.field.name }) ?? holders.last
            else { return [] }
            return [.placement(.valueShared(fieldName: check.field.name, otherName: other.name))]
        }
    }

    /// Findings about a form that is too large to be searched completely.
    static let fieldsNotSearched: VerificationPass = { (file) throws(PDFError) in
        each(file, file.tree.isIncomplete ? [.formTooLarge] : [])
    }

    /// Findings about the changes in later revisions.
    static let laterChanges: VerificationPass = { (file) throws(PDFError) in
        file.checks.map { file.history.changes(after: $0).map(SignatureFinding.change) }
    }

    /// Findings about the syntax of later revisions that other readers could interpret differently.
    static let irregularUpdates: VerificationPass = { (file) throws(PDFError) in
        guard file.repair == nil, let first = file.checks.compactMap(\.protectedEnd).min() else {
            return file.checks.map { _ in [] }
        }
        let flaws = try UpdateSyntax.flaws(in: file.document, from: first)
        return file.checks.map { check in
            UpdateFlaw.changes(of: flaws, after: check.protectedEnd).map(SignatureFinding.change)
        }
    }

    /// Findings about a damaged file. Lenient readers can be made to show different things, so no signature in a
    /// damaged file is valid.
    static let rebuiltFile: VerificationPass = { (file) throws(PDFError) in
        each(file, file.repair.map { [.rebuilt(reason: $0)] } ?? [])
    }

    /// Findings about removed signatures of earlier revisions.
    static let removedSignatures: VerificationPass = { (file) throws(PDFError) in
        each(file, file.removed.map(\.finding))
    }

    /// Returns the same findings for every signature.
    private static func each(_ file: CheckedFile, _ findings: [FileFinding]) -> [[SignatureFinding]] {
        file.checks.map { _ in findings.map(SignatureFinding.file) }
    }
}

extension SignatureCheck {
    /// Whether the signed revision has the value in the same fields.
    fileprivate func wasSigned(in holders: [SignedField], of library: RevisionLibrary) -> Bool {
        guard let end = placement.revisionEnd, let revision = try? library.revision(upTo: end),
            let fields = try? SignedField.all(in: revision.document, tree: revision.tree)
        else { return false }
        let names = fields.filter { $0.contents == field.contents && $0.object == field.object }.map(\.name)
        return names.sorted() == holders.map(\.name).sorted()
    }
}

extension VerificationReport {
    /// Combines the findings of the passes.
    init(of file: CheckedFile, after passes: [VerificationPass]) throws(PDFError) {
        var findings: [[SignatureFinding]] = file.checks.map { _ in [] }
        for pass in passes {
            for (index, found) in try pass(file).enumerated() { findings[index] += found }
        }
        var signatures = zip(file.checks, findings).map { check, found in check.report(with: found) }
        Vouching.note(in: &signatures, file.checks)
        self.init(
            file: "", verdict: Verdict(on: signatures), signatures: signatures, removed: file.removed)
    }
}
