/// A change that a later revision made to a signed document.
///
/// Fields are identified by name, pages by number from 1, entries by key.
public enum ContentChange: Sendable, Hashable, Codable {
    // MARK: Fields

    /// An empty field got a value.
    case fieldFilled(field: ChangedField)
    /// A button without a value got an appearance.
    case buttonFilled(field: ChangedField)
    /// A field's value was changed or removed.
    case fieldChanged(field: ChangedField)
    /// A field was made read-only.
    case fieldClosed(field: ChangedField)
    /// A field's appearance was regenerated and shows the field's existing value.
    case fieldRedrawn(field: ChangedField)
    case fieldAdded(field: ChangedField)
    case fieldWithActionsAdded(field: ChangedField)
    case fieldRemoved(field: ChangedField)
    /// A further field with the name of an existing one was added or removed.
    case fieldNameReused(field: ChangedField)
    /// A field is no longer the field that was signed.
    case fieldAltered(field: ChangedField, alteration: FieldAlteration)
    case fieldMoved(field: ChangedField)
    case fieldVisibilityChanged(field: ChangedField)
    case fieldActionsChanged(field: ChangedField)
    /// A field's alternate name (`/TU`) was changed.
    case fieldRenamed(field: ChangedField)
    case fieldEntryChanged(field: ChangedField, key: String)
    case readOnlyFieldChanged(field: ChangedField)
    /// A field's appearance was changed, but not its value.
    case fieldPictureChanged(field: ChangedField)
    /// Entries from which viewers may generate a field's appearance were changed.
    case fieldStyleChanged(field: ChangedField, keys: [String])
    /// A non-terminal field, which groups other fields, was changed.
    case fieldGroupChanged

    // MARK: What fields show

    /// A field shows text that differs from its value.
    case fieldShowsOther(field: ChangedField, shown: String, value: String)
    /// A field showed something other than its value before, and no longer does.
    case fieldShowedMore(field: ChangedField)
    /// A field got a background or border that was not visible before.
    case fieldGroundAdded(field: ChangedField)
    /// A field lost a visible background.
    case fieldGroundLost(field: ChangedField)
    case fieldPictureMissing(field: ChangedField)
    /// A field lost the appearance that it showed.
    case fieldPictureRemoved(field: ChangedField)
    case fieldPictureUnreadable(field: ChangedField)
    /// A field shows its value in a font that only claims which letters it shows.
    case fieldFontUnverified(field: ChangedField)
    /// A field shows its value under another annotation.
    case fieldPictureHidden(field: ChangedField)
    case buttonPictureCovers(field: ChangedField)
    case checkboxPicturesExchanged(field: ChangedField)
    case checkboxPicturesAdded(field: ChangedField)
    /// A checkbox shows a state that differs from its value.
    case checkboxStateDiffers(field: ChangedField)
    case checkboxPlaceUnreadable(field: ChangedField)
    case checkboxPictureMissing(field: ChangedField)
    case checkboxPictureUnreadable(field: ChangedField)
    /// A checkbox shows more than a mark.
    case checkboxCovers(field: ChangedField)
    /// A checkbox no longer shows something that was part of the printed page.
    case checkboxUncovers(field: ChangedField)
    /// A field's appearance hides print on the page.
    case printHidden(field: ChangedField, isSignature: Bool)
    /// A field's appearance stands so close to print that both read as one text.
    case printContinued(field: ChangedField, isSignature: Bool)
    /// A field's appearance, or the print below it, cannot be read to its end.
    case coverUnreadable(field: ChangedField, isSignature: Bool)
    /// The place of a field's appearance cannot be read.
    case picturePlaceUnreadable(field: ChangedField, isSignature: Bool)
    /// Viewers do not keep a field's appearance in a fixed place.
    case pictureMovable(field: ChangedField, isSignature: Bool)
    /// A field's appearance covers a large part of a page.
    case pictureCoversPage(field: ChangedField, isSignature: Bool)
    /// A field's appearance covers another field.
    case pictureCoversField(field: ChangedField, isSignature: Bool, covered: ChangedField)
    /// Several appearances together cover a large part of a page.
    case picturesCoverPage(page: Int)
    /// Viewers are asked to regenerate all field appearances (`/NeedAppearances`).
    case redrawRequested
    /// Viewers are asked to regenerate a field's appearance, which may then show something else.
    case redrawReveals(field: ChangedField, effect: RedrawEffect)
    /// Viewers are asked to regenerate the appearance of a field that shows text other than its value.
    case redrawShowsOther(field: ChangedField, shown: String, value: String)
    /// Viewers draw a field's new value in letters that people cannot read.
    case redrawIllegible(field: ChangedField)

    // MARK: Signatures

    /// An unsigned signature field without a visible appearance was added.
    case signatureFieldAdded(field: ChangedField)
    /// An unsigned signature field with a visible appearance was added.
    case visibleSignatureFieldAdded(field: ChangedField)
    /// A signature field was added whose annotation is not a widget.
    case signatureFieldUnusual(field: ChangedField)
    /// A field was signed; `signer` is the signer's name.
    case signatureAdded(field: ChangedField, signer: String?)
    /// A document timestamp was added; `signer` is the authority's name.
    case timestampAdded(field: ChangedField, signer: String?)
    /// A document timestamp has a picture, or stands in a field that waits for a person's signature.
    case timestampVisible(field: ChangedField)
    case signatureChanged(field: ChangedField)
    case emptySignatureFieldChanged(field: ChangedField)
    /// An unsigned signature field lost an appearance that hid print on the page.
    case signatureFieldUncovers(field: ChangedField)
    /// A document security store with certificates and revocation data was added (ISO 32000-2 §12.8.4.3).
    case securityStoreAdded
    case securityStoreExtended
    case securityStoreRemoved
    /// The document security store holds something other than certificates and revocation data.
    case securityStoreForeign
    case evidenceRemoved
    case evidenceListRemoved
    case evidenceListReplaced

    // MARK: Pages

    case pageContentReplaced(page: Int)
    case pageResourcesChanged(page: Int)
    case pageAdded(page: Int)
    case pageRemoved(page: Int)
    case pagesReordered
    case pageTreeChanged
    /// A program's private entry was added to the page tree.
    case pageTreeNoted
    case pageSizeChanged(page: Int)
    case pageVisiblePartChanged(page: Int)
    case pageRotationChanged(page: Int)
    case pageEntryRepeated(page: Int)
    case pageEntryChanged(page: Int, key: String)
    /// Entries in which programs keep notes about a page were changed.
    case pageNotesChanged(page: Int)
    case fieldPutOnPage(page: Int)
    /// A new field's appearance was put on a further page.
    case fieldPictureRepeated(page: Int)

    // MARK: Annotations

    /// A note, a highlight or another comment was added (ISO 32000-2 table 171).
    case commentAdded(page: Int, subtype: String)
    case commentChanged(page: Int, subtype: String)
    case commentRemoved(page: Int, subtype: String)
    case annotationAdded(page: Int, subtype: String?)
    case annotationChanged(page: Int)
    case annotationRemoved(page: Int)
    /// An annotation was changed or removed.
    case annotationReplaced(page: Int)
    case annotationsChanged(page: Int)
    case annotationsReordered(page: Int)

    // MARK: The form

    case formEntryChanged(key: String)
    case formEntryRepeated
    /// The form's signature flags (`/SigFlags`) were changed.
    case formFlagsChanged
    case formFontsAdded
    /// A font was added to the form under a name that fields already use.
    case formFontInUseAdded
    case formResourcesChanged
    /// The form has too many fields, or too deep a tree, to be compared.
    case formNotCompared

    // MARK: The document

    /// The modification date or the names of programs were updated.
    case datesChanged
    /// Document properties such as title and author were changed.
    case propertiesChanged
    case metadataRemoved
    /// The metadata was replaced by something else.
    case metadataReplaced
    /// The document information was replaced by something else.
    case informationReplaced
    case informationNotText(key: String)
    case catalogEntryChanged(key: String)
    case catalogEntryRepeated
    case catalogRenumbered
    /// The document's PDF version was raised.
    case versionRaised
    case extensionsDeclared
    case tagsChanged
    /// Tags were added for signature fields.
    case tagsAdded
    /// The document's statement about its tags was changed.
    case tagNoteChanged
    case namesChanged
    case namedObjectsAdded(key: String)
    case namedObjectsChanged(key: String)
    case encryptionChanged
    case identifierChanged
    case trailerEntryChanged(key: String)
    case trailerEntryRepeated
    /// An object with a duplicate dictionary key was added.
    case objectEntryRepeated
    /// The cross-reference has contradictory entries for one object.
    case crossReferenceAmbiguous

    // MARK: The file

    /// White space was added after the end of the file.
    case blankSpaceAdded
    /// An update was added that no part of the document refers to, or that repeats existing objects.
    case idleUpdate
    /// Bytes that do not form a revision were added at the end.
    case bytesAdded
    /// The file was changed in a way that makes a comparison impossible.
    case notComparable
}

/// The reason that a field is no longer the field that was signed.
public enum FieldAlteration: String, Sendable, Hashable, Codable {
    case replaced
    case otherKind = "other-kind"
    case entryRepeated = "entry-repeated"
}

/// The visible effect if viewers regenerate a field's appearance.
public enum RedrawEffect: String, Sendable, Hashable, Codable {
    case otherState = "other-state"
    case otherSetting = "other-setting"
    case pictureLeftOut = "picture-left-out"
    case background
    case hiddenByBackground = "hidden-by-background"
    case border
    case caption
    case icon
}

extension ContentChange: CodedCase {
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case fieldFilled = "field-filled"
        case buttonFilled = "button-filled"
        case fieldChanged = "field-changed"
        case fieldClosed = "field-closed"
        case fieldRedrawn = "field-redrawn"
        case fieldAdded = "field-added"
        case fieldWithActionsAdded = "field-with-actions-added"
        case fieldRemoved = "field-removed"
        case fieldNameReused = "field-name-reused"
        case fieldAltered = "field-altered"
        case fieldMoved = "field-moved"
        case fieldVisibilityChanged = "field-visibility-changed"
        case fieldActionsChanged = "field-actions-changed"
        case fieldRenamed = "field-renamed"
        case fieldEntryChanged = "field-entry-changed"
        case readOnlyFieldChanged = "read-only-field-changed"
        case fieldPictureChanged = "field-picture-changed"
        case fieldStyleChanged = "field-style-changed"
        case fieldGroupChanged = "field-group-changed"
        case fieldShowsOther = "field-shows-other"
        case fieldShowedMore = "field-showed-more"
        case fieldGroundAdded = "field-ground-added"
        case fieldGroundLost = "field-ground-lost"
        case fieldPictureMissing = "field-picture-missing"
        case fieldPictureRemoved = "field-picture-removed"
        case fieldPictureUnreadable = "field-picture-unreadable"
        case fieldFontUnverified = "field-font-unverified"
        case fieldPictureHidden = "field-picture-hidden"
        case buttonPictureCovers = "button-picture-covers"
        case checkboxPicturesExchanged = "checkbox-pictures-exchanged"
        case checkboxPicturesAdded = "checkbox-pictures-added"
        case checkboxStateDiffers = "checkbox-state-differs"
        case checkboxPlaceUnreadable = "checkbox-place-unreadable"
        case checkboxPictureMissing = "checkbox-picture-missing"
        case checkboxPictureUnreadable = "checkbox-picture-unreadable"
        case checkboxCovers = "checkbox-covers"
        case checkboxUncovers = "checkbox-uncovers"
        case printHidden = "print-hidden"
        case printContinued = "print-continued"
        case coverUnreadable = "cover-unreadable"
        case picturePlaceUnreadable = "picture-place-unreadable"
        case pictureMovable = "picture-movable"
        case pictureCoversPage = "picture-covers-page"
        case pictureCoversField = "picture-covers-field"
        case picturesCoverPage = "pictures-cover-page"
        case redrawRequested = "redraw-requested"
        case redrawReveals = "redraw-reveals"
        case redrawShowsOther = "redraw-shows-other"
        case redrawIllegible = "redraw-illegible"
        case signatureFieldAdded = "signature-field-added"
        case visibleSignatureFieldAdded = "visible-signature-field-added"
        case signatureFieldUnusual = "signature-field-unusual"
        case signatureAdded = "signature-added"
        case timestampAdded = "timestamp-added"
        case timestampVisible = "timestamp-visible"
        case signatureChanged = "signature-changed"
        case emptySignatureFieldChanged = "empty-signature-field-changed"
        case signatureFieldUncovers = "signature-field-uncovers"
        case securityStoreAdded = "security-store-added"
        case securityStoreExtended = "security-store-extended"
        case securityStoreRemoved = "security-store-removed"
        case securityStoreForeign = "security-store-foreign"
        case evidenceRemoved = "evidence-removed"
        case evidenceListRemoved = "evidence-list-removed"
        case evidenceListReplaced = "evidence-list-replaced"
        case pageContentReplaced = "page-content-replaced"
        case pageResourcesChanged = "page-resources-changed"
        case pageAdded = "page-added"
        case pageRemoved = "page-removed"
        case pagesReordered = "pages-reordered"
        case pageTreeChanged = "page-tree-changed"
        case pageTreeNoted = "page-tree-noted"
        case pageSizeChanged = "page-size-changed"
        case pageVisiblePartChanged = "page-visible-part-changed"
        case pageRotationChanged = "page-rotation-changed"
        case pageEntryRepeated = "page-entry-repeated"
        case pageEntryChanged = "page-entry-changed"
        case pageNotesChanged = "page-notes-changed"
        case fieldPutOnPage = "field-put-on-page"
        case fieldPictureRepeated = "field-picture-repeated"
        case commentAdded = "comment-added"
        case commentChanged = "comment-changed"
        case commentRemoved = "comment-removed"
        case annotationAdded = "annotation-added"
        case annotationChanged = "annotation-changed"
        case annotationRemoved = "annotation-removed"
        case annotationReplaced = "annotation-replaced"
        case annotationsChanged = "annotations-changed"
        case annotationsReordered = "annotations-reordered"
        case formEntryChanged = "form-entry-changed"
        case formEntryRepeated = "form-entry-repeated"
        case formFlagsChanged = "form-flags-changed"
        case formFontsAdded = "form-fonts-added"
        case formFontInUseAdded = "form-font-in-use-added"
        case formResourcesChanged = "form-resources-changed"
        case formNotCompared = "form-not-compared"
        case datesChanged = "dates-changed"
        case propertiesChanged = "properties-changed"
        case metadataRemoved = "metadata-removed"
        case metadataReplaced = "metadata-replaced"
        case informationReplaced = "information-replaced"
        case informationNotText = "information-not-text"
        case catalogEntryChanged = "catalog-entry-changed"
        case catalogEntryRepeated = "catalog-entry-repeated"
        case catalogRenumbered = "catalog-renumbered"
        case versionRaised = "version-raised"
        case extensionsDeclared = "extensions-declared"
        case tagsChanged = "tags-changed"
        case tagsAdded = "tags-added"
        case tagNoteChanged = "tag-note-changed"
        case namesChanged = "names-changed"
        case namedObjectsAdded = "named-objects-added"
        case namedObjectsChanged = "named-objects-changed"
        case encryptionChanged = "encryption-changed"
        case identifierChanged = "identifier-changed"
        case trailerEntryChanged = "trailer-entry-changed"
        case trailerEntryRepeated = "trailer-entry-repeated"
        case objectEntryRepeated = "object-entry-repeated"
        case crossReferenceAmbiguous = "cross-reference-ambiguous"
        case blankSpaceAdded = "blank-space-added"
        case idleUpdate = "idle-update"
        case bytesAdded = "bytes-added"
        case notComparable = "not-comparable"
    }
}
