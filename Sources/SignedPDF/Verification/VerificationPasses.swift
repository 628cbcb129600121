/// One look at a signed file: for each of its signatures, in their order, what was found.
typealias VerificationPass = @Sendable (CheckedFile) throws(PDFError) -> [[SignatureFinding]]

/// What a verification is made of. Each pass sees the file only, never what another pass found.
enum VerificationPasses {
    static let all: [VerificationPass] = [
        ownFindings, sharedValues, fieldsNotSearched, laterChanges, irregularUpdates, rebuiltFile, removedSignatures,
    ]

    /// What the signatures tell by themselves.
    static let ownFindings: VerificationPass = { (file) throws(PDFError) in file.checks.map(\.findings) }

    /// One signature value in several fields is one signature, shown as many; where it was signed so, that is what the
    /// signer saw.
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

    /// Fields of a form that is too large to look at all of it.
    static let fieldsNotSearched: VerificationPass = { (file) throws(PDFError) in
        each(file, file.tree.isIncomplete ? [.formTooLarge] : [])
    }

    /// What later revisions did.
    static let laterChanges: VerificationPass = { (file) throws(PDFError) in
        file.checks.map { file.history.changes(after: $0).map(SignatureFinding.change) }
    }

    /// How later revisions are written, if another reader could see something else in them.
    static let irregularUpdates: VerificationPass = { (file) throws(PDFError) in
        guard file.repair == nil, let first = file.checks.compactMap(\.placement.revisionEnd).min() else {
            return file.checks.map { _ in [] }
        }
        let flaws = try UpdateSyntax.flaws(in: file.document, from: first)
        return file.checks.map { check in
            UpdateFlaw.changes(of: flaws, after: check.placement.revisionEnd).map(SignatureFinding.change)
        }
    }

    /// A lenient reader can be made to show something else than another one: no signature in a damaged file is valid.
    static let rebuiltFile: VerificationPass = { (file) throws(PDFError) in
        each(file, file.repair.map { [.rebuilt(reason: $0)] } ?? [])
    }

    /// Signatures of earlier revisions that were taken out.
    static let removedSignatures: VerificationPass = { (file) throws(PDFError) in
        each(file, file.removed.map(\.finding))
    }

    /// The same for every signature.
    private static func each(_ file: CheckedFile, _ findings: [FileFinding]) -> [[SignatureFinding]] {
        file.checks.map { _ in findings.map(SignatureFinding.file) }
    }
}

extension SignatureCheck {
    /// Whether the revision that was signed has the value in the same fields.
    fileprivate func wasSigned(in holders: [SignedField], of library: RevisionLibrary) -> Bool {
        guard let end = placement.revisionEnd, let revision = try? library.revision(upTo: end),
            let fields = try? SignedField.all(in: revision.document, tree: revision.tree)
        else { return false }
        let names = fields.filter { $0.contents == field.contents && $0.object == field.object }.map(\.name)
        return names.sorted() == holders.map(\.name).sorted()
    }
}

extension VerificationReport {
    /// Takes together what the passes find.
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
