/// Checks that no field is added after a signature, except signature fields.
///
/// Stops new text fields and buttons over page text that say something else, whether or not their maker signs them.
struct NewFieldRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.addedFields.filter { $0.type != "Sig" }.map { field in
            .other(.fieldAdded(field: revisions.changedField(field)), areas: revisions.areas(of: nil, field))
        }
    }
}
