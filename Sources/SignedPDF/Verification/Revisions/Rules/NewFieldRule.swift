/// No field is added after a signature but for signature fields.
///
/// Stops new text fields and buttons that lie over the page's text and say something else, signed by their maker or
/// not.
struct NewFieldRule: DifferenceRule {
    func changes(in revisions: RevisionPair) -> [LaterChange] {
        revisions.addedFields.filter { $0.type != "Sig" }.map { field in
            .other(.fieldAdded(field: revisions.told(field)), areas: revisions.areas(of: nil, field))
        }
    }
}
