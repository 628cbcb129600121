/// One rule of the difference policy: it looks at one part of a file in two revisions and names what changed there.
///
/// Together the rules look at everything that the trailer leads to. The policy is a list of what is known to be
/// harmless, not of what is known to be dangerous: a rule gives a change a name of its own only where it recognises
/// filling in, signing, commenting or keeping evidence, and calls everything else ``LaterChange/Kind/other(_:)``,
/// which no signature permits. What the named kinds are worth, ``SignaturePermissions`` decides for each signature.
protocol DifferenceRule: Sendable {
    /// The changes in the rule's part of the file.
    ///
    /// - Throws: ``PDFError`` if that part cannot be read; then nobody can say what changed.
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange]
}

/// All rules, in the order in which people are told.
enum DifferencePolicy {
    static let rules: [any DifferenceRule] = [
        PageOrderRule(), PageTreeRule(), PageContentRule(), PageAttributesRule(), AnnotationRule(),
        WidgetPlacementRule(),
        RepeatedEntriesRule(), FormRule(), FormResourcesRule(), RedrawRequestRule(), FieldIdentityRule(),
        FieldGroupRule(), NewFieldRule(),
        NewSignatureFieldRule(), FilledFieldRule(), FieldEntriesRule(), FieldPictureRule(), CheckboxStateRule(),
        ButtonPictureRule(),
        SignedFieldRule(), PictureExtentRule(), HiddenLettersRule(),
        CatalogRule(), StructureRule(), NamedObjectsRule(), SecurityStoreRule(), MetadataRule(),
        DocumentInformationRule(),
        TrailerRule(), CrossReferenceRule(),
    ]
}
