/// What a later revision did to a signed document.
///
/// Fields are told by their names, pages by their numbers from 1, entries by their keys.
public enum ContentChange: Sendable, Hashable, Codable {
    // MARK: Fields

    /// A field that was empty got a value.
    case fieldFilled(field: ChangedField)
    /// A button without a value was given a picture.
    case buttonFilled(field: ChangedField)
    /// A field got another value, or lost the one it had.
    case fieldChanged(field: ChangedField)
    /// A field was made read-only.
    case fieldClosed(field: ChangedField)
    /// The picture of a field was drawn anew, and shows the value that the field had.
    case fieldRedrawn(field: ChangedField)
    case fieldAdded(field: ChangedField)
    case fieldWithActionsAdded(field: ChangedField)
    case fieldRemoved(field: ChangedField)
    /// Another field with the name of one was added or removed.
    case fieldNameReused(field: ChangedField)
    /// A field is no longer the one that was signed.
    case fieldAltered(field: ChangedField, alteration: FieldAlteration)
    case fieldMoved(field: ChangedField)
    case fieldVisibilityChanged(field: ChangedField)
    case fieldActionsChanged(field: ChangedField)
    /// A field was given another name for people.
    case fieldRenamed(field: ChangedField)
    case fieldEntryChanged(field: ChangedField, key: String)
    case readOnlyFieldChanged(field: ChangedField)
    /// The picture of a field was changed, but not its value.
    case fieldPictureChanged(field: ChangedField)
    /// Entries from which viewers may draw a field were changed.
    case fieldStyleChanged(field: ChangedField, keys: [String])
    /// A group of fields was changed.
    case fieldGroupChanged

    // MARK: What fields show

    /// A field shows another text than its value.
    case fieldShowsOther(field: ChangedField, shown: String, value: String)
    /// A field showed something else than its value before, which is gone.
    case fieldShowedMore(field: ChangedField)
    /// A field was given a background or border that was not seen.
    case fieldGroundAdded(field: ChangedField)
    /// A field lost a background that was seen.
    case fieldGroundLost(field: ChangedField)
    case fieldPictureMissing(field: ChangedField)
    case fieldPictureUnreadable(field: ChangedField)
    case buttonPictureCovers(field: ChangedField)
    case checkboxPicturesExchanged(field: ChangedField)
    case checkboxPicturesAdded(field: ChangedField)
    /// A checkbox shows another state than its value.
    case checkboxStateDiffers(field: ChangedField)
    case checkboxPlaceUnreadable(field: ChangedField)
    case checkboxPictureMissing(field: ChangedField)
    case checkboxPictureUnreadable(field: ChangedField)
    /// A checkbox shows more than a mark.
    case checkboxCovers(field: ChangedField)
    /// A checkbox no longer shows something that was printed there.
    case checkboxUncovers(field: ChangedField)
    /// A picture hides something that is printed there.
    case printHidden(field: ChangedField, isSignature: Bool)
    /// A picture has a place that cannot be read.
    case picturePlaceUnreadable(field: ChangedField, isSignature: Bool)
    /// Readers do not keep a picture in its place.
    case pictureMovable(field: ChangedField, isSignature: Bool)
    /// A picture covers a large part of a page.
    case pictureCoversPage(field: ChangedField, isSignature: Bool)
    /// A picture covers another field.
    case pictureCoversField(field: ChangedField, isSignature: Bool, covered: ChangedField)
    /// Pictures together cover a large part of a page.
    case picturesCoverPage(page: Int)
    /// Viewers are asked to draw the fields anew.
    case redrawRequested
    /// Viewers are asked to draw a field anew, which may then show something else.
    case redrawReveals(field: ChangedField, effect: RedrawEffect)
    /// Viewers are asked to draw a field anew that shows another text than its value.
    case redrawShowsOther(field: ChangedField, shown: String, value: String)

    // MARK: Signatures

    /// An empty signature field was added that shows nothing.
    case signatureFieldAdded(field: ChangedField)
    /// An empty signature field was added that shows something.
    case visibleSignatureFieldAdded(field: ChangedField)
    /// A signature field was added that is an annotation of another kind.
    case signatureFieldUnusual(field: ChangedField)
    /// A signature was put into a field, with the name of its signer.
    case signatureAdded(field: ChangedField, signer: String?)
    /// A timestamp over the whole document was added, with the name of its authority.
    case timestampAdded(field: ChangedField, signer: String?)
    case signatureChanged(field: ChangedField)
    case emptySignatureFieldChanged(field: ChangedField)
    /// An empty signature field no longer shows what hid something.
    case signatureFieldUncovers(field: ChangedField)
    /// Certificates and revocation data for long-term validation (ISO 32000-2 §12.8.4.3).
    case securityStoreAdded
    case securityStoreExtended
    case securityStoreRemoved
    /// The store holds something else than certificates and revocation data.
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
    /// A program's note was added to the tree of pages.
    case pageTreeNoted
    case pageSizeChanged(page: Int)
    case pageVisiblePartChanged(page: Int)
    case pageRotationChanged(page: Int)
    case pageEntryRepeated(page: Int)
    case pageEntryChanged(page: Int, key: String)
    /// What programs note about a page was changed.
    case pageNotesChanged(page: Int)
    case fieldPutOnPage(page: Int)
    /// A new field's picture was put on a page besides another.
    case fieldPictureRepeated(page: Int)

    // MARK: Annotations

    /// A note, a highlight or another comment (ISO 32000-2 table 171).
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
    /// The form's flags about signatures were changed.
    case formFlagsChanged
    case formFontsAdded
    /// A font was added under a name that fields use already.
    case formFontInUseAdded
    case formResourcesChanged
    /// The form has too many or too deep fields to compare them.
    case formNotCompared

    // MARK: The document

    /// The date of the last change and the names of programs.
    case datesChanged
    /// Title, author and the like.
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
    /// The document was declared to be of a newer version of PDF.
    case versionRaised
    case extensionsDeclared
    case tagsChanged
    /// Tags were added for signature fields.
    case tagsAdded
    /// What the document says about its tags was changed.
    case tagNoteChanged
    case namesChanged
    case namedObjectsAdded(key: String)
    case namedObjectsChanged(key: String)
    case encryptionChanged
    case identifierChanged
    case trailerEntryChanged(key: String)
    case trailerEntryRepeated
    /// An object was added that has an entry twice.
    case objectEntryRepeated
    /// The cross-reference says two things of one object.
    case crossReferenceAmbiguous

    // MARK: The file

    /// Line ends and spaces after the end.
    case blankSpaceAdded
    /// An update that nothing in the document leads to, or that repeats what was there.
    case idleUpdate
    /// Bytes that are no revision were added at the end.
    case bytesAdded
    /// The file was changed so that it can no longer be compared.
    case notComparable
}

/// Why a field is no longer the one that was signed.
public enum FieldAlteration: String, Sendable, Hashable, Codable {
    case replaced
    case otherKind = "other-kind"
    case entryRepeated = "entry-repeated"
}

/// What may be seen if viewers draw a field anew.
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
        case fieldPictureUnreadable = "field-picture-unreadable"
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
        case picturePlaceUnreadable = "picture-place-unreadable"
        case pictureMovable = "picture-movable"
        case pictureCoversPage = "picture-covers-page"
        case pictureCoversField = "picture-covers-field"
        case picturesCoverPage = "pictures-cover-page"
        case redrawRequested = "redraw-requested"
        case redrawReveals = "redraw-reveals"
        case redrawShowsOther = "redraw-shows-other"
        case signatureFieldAdded = "signature-field-added"
        case visibleSignatureFieldAdded = "visible-signature-field-added"
        case signatureFieldUnusual = "signature-field-unusual"
        case signatureAdded = "signature-added"
        case timestampAdded = "timestamp-added"
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
