/// A rule of the difference policy. It compares one part of a file in two revisions and names the changes.
///
/// Together the rules cover everything that the trailer leads to. The policy lists what is known to be harmless, not
/// what is known to be dangerous. A rule gives a change a name of its own only if it recognizes filling in, signing,
/// commenting or keeping evidence. Everything else is ``LaterChange/Kind/other(_:)``, which no signature permits. For
/// the named kinds, ``SignaturePermissions`` decides for each signature.
protocol DifferenceRule: Sendable {
    /// Returns the changes in the rule's part of the file.
    ///
    /// - Throws: ``PDFError`` if that part cannot be read, so that its changes are unknown
    func changes(in revisions: RevisionPair) throws(PDFError) -> [LaterChange]
}

/// All rules, in the order in which their changes are reported.
enum DifferencePolicy {
    static let rules: [any DifferenceRule] = [
        PageOrderRule(), PageTreeRule(), PageContentRule(), PageAttributesRule(), AnnotationRule(),
        WidgetPlacementRule(),
        RepeatedEntriesRule(), FormRule(), FormResourcesRule(), RedrawRequestRule(), RedrawnLettersRule(),
        RemovedPictureRule(), FieldIdentityRule(),
        FieldGroupRule(), NewFieldRule(),
        NewSignatureFieldRule(), FilledFieldRule(), FieldEntriesRule(), FieldPictureRule(), CheckboxStateRule(),
        ButtonPictureRule(),
        SignedFieldRule(), PictureExtentRule(), HiddenLettersRule(),
        CatalogRule(), StructureRule(), NamedObjectsRule(), SecurityStoreRule(), MetadataRule(),
        DocumentInformationRule(),
        TrailerRule(), CrossReferenceRule(),
    ]
}
