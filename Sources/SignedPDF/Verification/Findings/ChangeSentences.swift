import DescribedErrors

// English clauses for the changes to a document, without a capital letter or a period.

extension ContentChange {
    /// The change as a clause.
    var words: String {
        switch self {
        case .fieldFilled(let field): "the field \(field.words) was filled in"
        case .buttonFilled(let field): "the field \(field.words) was filled in"
        case .fieldChanged(let field): "the field \(field.words) was given another value"
        case .fieldClosed(let field): "the field \(field.words) was made read-only"
        case .fieldRedrawn(let field): "the picture of the field \(field.words) was drawn anew"
        case .fieldAdded(let field): "the field \(field.words) was added"
        case .fieldWithActionsAdded(let field): "the field \(field.words) with actions was added"
        case .fieldRemoved(let field): "the field \(field.words) was removed"
        case .fieldNameReused(let field): "another field \(field.words) was added or removed"
        case .fieldAltered(let field, let alteration): "the field \(field.words) \(alteration.words)"
        case .fieldMoved(let field): "the field \(field.words) was moved"
        case .fieldVisibilityChanged(let field): "the field \(field.words) was hidden or shown"
        case .fieldActionsChanged(let field): "the actions of the field \(field.words) were changed"
        case .fieldRenamed(let field): "the field \(field.words) was given another name for people"
        case .fieldEntryChanged(let field, let key):
            "the entry /\(QuotedText.plain(key)) of the field \(field.words) was changed"
        case .readOnlyFieldChanged(let field): "the read-only field \(field.words) was changed"
        case .fieldPictureChanged(let field): "the picture of the field \(field.words) was changed, but not its value"
        case .fieldStyleChanged(let field, let keys):
            "the look of the field \(field.words) was changed (\(keys.map { "/\($0)" }.joined(separator: " and "))), which viewers may "
                + "follow or not"
        case .fieldGroupChanged: "a group of fields was changed"
        case .fieldShowsOther(let field, let shown, let value):
            "the field \(field.words) \(Self.contrast(shown, value))"
        case .fieldShowedMore(let field):
            "the field \(field.words) showed something else than its value before, which is gone"
        case .fieldGroundAdded(let field):
            "the field \(field.words) was given a background or border that was not seen when it was open"
        case .fieldGroundLost(let field):
            "the field \(field.words) lost a background that was seen, so that what it hid comes to light"
        case .fieldPictureMissing(let field): "the field \(field.words) has no picture of its new value"
        case .fieldPictureUnreadable(let field): "the field \(field.words) shows something that cannot be read"
        case .fieldFontUnverified(let field):
            "the field \(field.words) is set in a font that does not prove which letters it shows"
        case .fieldPictureHidden(let field): "the field \(field.words) shows its value under another annotation"
        case .buttonPictureCovers(let field):
            "the button \(field.words) was given a picture that can cover what is printed there"
        case .checkboxPicturesExchanged(let field): "the pictures of the checkbox \(field.words) were exchanged"
        case .checkboxPicturesAdded(let field): "the checkbox \(field.words) was given pictures"
        case .checkboxStateDiffers(let field): "the checkbox \(field.words) shows another state than its value"
        case .checkboxPlaceUnreadable(let field): "the checkbox \(field.words) has a place that cannot be read"
        case .checkboxPictureMissing(let field): "the checkbox \(field.words) has no picture of the state that it is in"
        case .checkboxPictureUnreadable(let field):
            "the checkbox \(field.words) now shows a picture that cannot be read"
        case .checkboxCovers(let field):
            "the checkbox \(field.words) now shows more than a mark, which can cover what is printed there"
        case .checkboxUncovers(let field):
            "the checkbox \(field.words) no longer shows something that was printed there"
        case .printHidden(let field, let isSignature):
            "the \(isSignature ? "signature field" : "button") \(field.words) hides something that is printed there"
        case .printContinued(let field, let isSignature):
            "the \(isSignature ? "signature field" : "checkbox") \(field.words) reads as a part of what is printed beside it"
        case .coverUnreadable(let field, let isSignature):
            "it cannot be told whether the \(isSignature ? "signature field" : "button") \(field.words) hides something that "
                + "is printed there"
        case .picturePlaceUnreadable(let field, let isSignature):
            Self.picture(of: field, isSignature) + "has a place that cannot be read"
        case .pictureMovable(let field, let isSignature):
            Self.picture(of: field, isSignature) + "has a picture that readers do not keep in its place"
        case .pictureCoversPage(let field, let isSignature):
            Self.picture(of: field, isSignature) + "covers a large part of the page"
        case .pictureCoversField(let field, let isSignature, let covered):
            Self.picture(of: field, isSignature) + "covers the field \(covered.words)"
        case .picturesCoverPage(let page): "new pictures cover a large part of page \(page)"
        case .redrawRequested: "viewers were asked to draw the fields anew"
        case .redrawReveals(let field, let effect): Self.redraw(field) + effect.words
        case .redrawShowsOther(let field, let shown, let value):
            Self.redraw(field) + "which \(Self.contrast(shown, value))"
        case .redrawIllegible(let field):
            "the field \(field.words) got a value that viewers draw in letters that cannot be read"
        case .fieldPictureRemoved(let field): "the field \(field.words) lost the picture that it showed"
        case .signatureFieldAdded(let field): "an empty signature field \(field.words) was added"
        case .visibleSignatureFieldAdded(let field):
            "an empty signature field \(field.words) was added that shows something there"
        case .signatureFieldUnusual(let field):
            "the signature field \(field.words) was added, which is an annotation of another kind"
        case .signatureAdded(let field, let signer):
            signer.map { "a signature by \($0) was added\(field.page.map { " on page \($0)" } ?? "")" }
                ?? "a signature was added in the field \(field.words)"
        case .timestampAdded(_, let signer):
            signer.map { "a timestamp by \($0) was added" } ?? "a timestamp was added"
        case .timestampVisible(let field):
            "a timestamp was added in the field \(field.words), which people see as a signature"
        case .signatureChanged(let field): "the signature in the field \(field.words) was changed"
        case .emptySignatureFieldChanged(let field): "the empty signature field \(field.words) was changed"
        case .signatureFieldUncovers(let field):
            "the empty signature field \(field.words) no longer shows what hid something printed there"
        case .securityStoreAdded: "a document security store was added"
        case .securityStoreExtended: "the document security store was extended"
        case .securityStoreRemoved: "the document security store was removed"
        case .securityStoreForeign:
            "the document security store holds something else than certificates and revocation data"
        case .evidenceRemoved: "evidence was taken out of the document security store"
        case .evidenceListRemoved: "the list of what a signature needs was removed from the document security store"
        case .evidenceListReplaced: "the list of what a signature needs was replaced in the document security store"
        case .pageContentReplaced(let page): "page \(page)'s content was replaced"
        case .pageResourcesChanged(let page): "page \(page)'s fonts, images or other resources were changed"
        case .pageAdded(let page): "page \(page) was added"
        case .pageRemoved(let page): "page \(page) was removed"
        case .pagesReordered: "the pages were put into another order"
        case .pageTreeChanged: "the tree of the document's pages was changed"
        case .pageTreeNoted: "a program's note was added to the tree of the document's pages"
        case .pageSizeChanged(let page): "page \(page)'s size was changed"
        case .pageVisiblePartChanged(let page): "page \(page)'s visible part was changed"
        case .pageRotationChanged(let page): "page \(page)'s rotation was changed"
        case .pageEntryRepeated(let page): "page \(page) got an entry twice"
        case .pageEntryChanged(let page, let key):
            "page \(page)'s \(EntryWords.page[key] ?? EntryWords.entry(key)) changed"
        case .pageNotesChanged(let page): "what programs note about page \(page) was changed"
        case .fieldPutOnPage(let page): "a field was put on page \(page)"
        case .fieldPictureRepeated(let page): "a new field's picture was put on page \(page) besides another"
        case .commentAdded(let page, let subtype): "a \(EntryWords.comment(subtype)) was added to page \(page)"
        case .commentChanged(let page, let subtype): "a \(EntryWords.comment(subtype)) on page \(page) was changed"
        case .commentRemoved(let page, let subtype): "a \(EntryWords.comment(subtype)) was removed from page \(page)"
        case .annotationAdded(let page, let subtype):
            "an annotation (\(subtype.map(QuotedText.plain) ?? "unknown")) was added to page \(page)"
        case .annotationChanged(let page): "an annotation on page \(page) was changed"
        case .annotationRemoved(let page): "an annotation was removed from page \(page)"
        case .annotationReplaced(let page): "an annotation on page \(page) was changed or removed"
        case .annotationsChanged(let page): "the annotations on page \(page) were changed"
        case .annotationsReordered(let page): "the annotations on page \(page) were put into another order"
        case .formEntryChanged(let key): "the form's entry /\(QuotedText.plain(key)) was changed"
        case .formEntryRepeated: "the form got an entry twice"
        case .formFlagsChanged: "the form's flags about signatures were changed"
        case .formFontsAdded: "fonts were added to the form"
        case .formFontInUseAdded: "a font that fields use was added to the form"
        case .formResourcesChanged: "the fonts or other resources of the form were changed"
        case .formNotCompared: "the form was changed, but has too many or too deep fields to compare them"
        case .datesChanged: "the document's dates or the names of programs were updated"
        case .propertiesChanged: "the document's properties were changed"
        case .metadataRemoved: "the document's metadata was removed"
        case .metadataReplaced: "the document's metadata was replaced by something else"
        case .informationReplaced: "the document's information was replaced by something else"
        case .informationNotText(let key): "the document's information /\(QuotedText.plain(key)) is not text"
        case .catalogEntryChanged(let key): "the document's \(EntryWords.catalog[key] ?? EntryWords.entry(key)) changed"
        case .catalogEntryRepeated: "the document's catalog got an entry twice"
        case .catalogRenumbered: "the document's catalog was written under another number"
        case .versionRaised: "the document was declared to be of a newer version of PDF"
        case .extensionsDeclared: "extensions of PDF were declared"
        case .tagsChanged: "the document's tags were changed"
        case .tagsAdded: "tags were added for signature fields"
        case .tagNoteChanged: "what the document says about its tags was changed"
        case .namesChanged: "the document's names were changed"
        case .namedObjectsAdded(let key): "the document's \(EntryWords.named(key)) were added"
        case .namedObjectsChanged(let key): "the document's \(EntryWords.named(key)) were changed"
        case .encryptionChanged: "the document's encryption was changed"
        case .identifierChanged: "the document's identifier was changed"
        case .trailerEntryChanged(let key): "the trailer's entry /\(QuotedText.plain(key)) was changed"
        case .trailerEntryRepeated: "the trailer got an entry twice"
        case .objectEntryRepeated: "an object was added that has an entry twice"
        case .crossReferenceAmbiguous: "the file's cross-reference says two things of one object"
        case .blankSpaceAdded: "empty lines were added at the end of the file"
        case .idleUpdate: "bytes were added that nothing in the document refers to, or that change nothing in it"
        case .bytesAdded: "bytes that are no revision were added at the end of the file"
        case .notComparable: "the file was changed so that it can no longer be compared"
        }
    }

    private static func picture(of field: ChangedField, _ isSignature: Bool) -> String {
        "the \(isSignature ? "signature field" : "field") \(field.words) "
    }

    private static func redraw(_ field: ChangedField) -> String {
        "viewers were asked to draw the field \(field.words) anew, "
    }

    private static func contrast(_ shown: String, _ value: String) -> String {
        value.isEmpty
            ? "shows “\(QuotedText.plain(shown))” although it is empty"
            : "shows “\(QuotedText.plain(shown))” although its value is “\(QuotedText.plain(value))”"
    }
}

extension UpdateIrregularity {
    /// The irregularity as a clause, in which "it" is the update.
    var words: String {
        switch self {
        case .sectionsUnordered: "its cross-reference sections do not stand in the order of its revisions"
        case .manyBytesAfterEnd(let count): "\(count) bytes follow the end of the last revision"
        case .bytesAfterEnd: "bytes that are no revision follow the end of the last one"
        case .crossReferenceMissing: "an update has no cross-reference"
        case .startMissing: "the keyword startxref is not where it belongs"
        case .endMalformed: "its end is not the keyword startxref, a number and %%EOF"
        case .startAstray: "startxref does not lead exactly to the cross-reference"
        case .endFollowed: "something follows %%EOF on its line"
        case .objectUnreached(let object): "the object \(object), which the cross-reference does not lead to, was added"
        case .compressedObjectUnreached(let object):
            "the object \(object) in an object stream, which the cross-reference does not lead to, was added"
        case .objectHidden(let object): "bytes that look like an object \(object) were added within something else"
        case .objectRunsOn: "an object runs into its cross-reference"
        case .objectUnreadable: "an object cannot be read"
        case .objectUnended: "an object does not end where it should"
        case .objectStreamUnreadable: "an object stream cannot be read"
        case .streamLengthWrong: "a stream is longer or shorter than it says"
        case .streamUnended: "a stream does not end where it should"
        case .bytesBetweenObjects: "bytes that are no object stand between its objects"
        case .commentTooLong(let bytes): "a comment is \(bytes) bytes long"
        case .tableMissing: "the line xref is not where startxref leads"
        case .tableIrregular: "its cross-reference table is irregular"
        case .tableRecordsIrregular: "its cross-reference table has records that are not of the form of 20 bytes"
        case .tableEmpty: "its cross-reference table has no part"
        case .trailerMissing: "the trailer does not follow its cross-reference table"
        case .trailerUnreadable: "its trailer cannot be read"
        case .trailerDiffers: "its trailer is another one"
        case .sectionStreamMissing: "its cross-reference stream is not one"
        case .sectionStreamDiffers: "its cross-reference stream is another one"
        case .sectionStreamIrregular: "its cross-reference stream is irregular"
        case .sectionStreamUndecodable: "its cross-reference stream cannot be decoded"
        case .sectionStreamSizeWrong: "its cross-reference stream holds more or fewer bytes than it should"
        case .sectionStreamEntriesUnknown: "its cross-reference stream has entries of an unknown kind"
        case .sectionStreamNumberTaken: "its cross-reference stream has the number of another object"
        case .entriesRepeated: "its cross-reference has several entries for one object"
        case .entryAstray(let object): "the cross-reference leads the object \(object) to something else than an object"
        case .sizeWrong: "its /Size is missing or is not above the numbers of its objects"
        case .sizeSmaller: "its /Size is smaller than that of the revision before"
        case .previousAstray: "its /Prev does not lead exactly to the cross-reference before it"
        case .rootNotReference: "its /Root is not a reference"
        case .streamPlaceWrong: "its /XRefStm is not a position in the file"
        case .trailerNested: "its trailer is nested too deeply"
        }
    }
}

extension FieldAlteration {
    fileprivate var words: String {
        switch self {
        case .replaced: "was replaced"
        case .otherKind: "became one of another kind"
        case .entryRepeated: "got an entry twice"
        }
    }
}

extension RedrawEffect {
    fileprivate var words: String {
        switch self {
        case .otherState: "which shows another state than its value"
        case .otherSetting: "and may set its value otherwise"
        case .pictureLeftOut: "and the signature's picture may be left out"
        case .background: "and its background was not seen before"
        case .hiddenByBackground: "and what its background hides would come to light"
        case .border: "and its border was not seen before"
        case .caption: "and its caption may be another text"
        case .icon: "and its icon may be another picture"
        }
    }
}

extension ChangedField {
    /// The field's name and page, such as “Name” on page 2.
    var words: String { "“\(QuotedText.plain(label ?? name))”\(page.map { " on page \($0)" } ?? "")" }
}

/// English names for the entries of dictionaries.
private enum EntryWords {
    static func entry(_ key: String) -> String { "entry /\(QuotedText.plain(key)) was" }

    static func named(_ key: String) -> String { names[key] ?? "names /\(QuotedText.plain(key))" }

    static func comment(_ subtype: String) -> String { comments[subtype] ?? QuotedText.plain(subtype) }

    static let page = [
        "AA": "actions were", "AF": "attached files were", "Thumb": "thumbnail was", "UserUnit": "unit was",
        "Parent": "place in the page tree was", "B": "articles were", "Trans": "transition was",
    ]

    static let catalog = [
        "AA": "automatic actions were", "AF": "attached files were", "Dests": "link targets were",
        "Lang": "language was", "OCProperties": "layers were", "OpenAction": "opening action was",
        "Outlines": "bookmarks were", "PageLabels": "page labels were", "PageLayout": "page layout was",
        "PageMode": "page mode was", "Perms": "permissions were",
        "ViewerPreferences": "viewer preferences were", "Collection": "collection of files was",
        "Threads": "articles were", "URI": "base address was",
    ]

    private static let names = [
        "JavaScript": "scripts", "EmbeddedFiles": "attached files", "Dests": "link targets",
        "AP": "named pictures", "Pages": "hidden pages", "Templates": "page templates", "URLS": "addresses",
    ]

    private static let comments = [
        "Text": "note", "Popup": "note's window", "Caret": "mark for an insertion", "Highlight": "highlight",
        "Underline": "underline", "Squiggly": "wavy underline", "StrikeOut": "strikeout", "FreeText": "text box",
        "Line": "line", "Square": "rectangle", "Circle": "circle", "Polygon": "polygon",
        "PolyLine": "line of several parts", "Stamp": "stamp", "Ink": "drawing", "Redact": "redaction",
        "Link": "link without target",
    ]
}
