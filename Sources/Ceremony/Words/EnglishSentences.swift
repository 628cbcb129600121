extension SentenceTable {
    /// The sentences in English.
    static let english = SentenceTable(language: "en", list: { $0.joined(separator: ", ") }, entries: englishRefusals)

    /// By the codes of ``CeremonyError``.
    private static let englishRefusals: [String: Entry] = [
        "not-found": "There is nothing at this address.",
        "method-not-allowed": "This address accepts only {allowed}.",
        "body-too-large": "The request is larger than {limit} bytes.",
        "not-json": "The request's content type must be application/json.",
        "malformed": "The request cannot be read: {what}.",
        "not-a-file": "The request has to be a file, of the type application/octet-stream.",
        "attachment-too-large": .always(
            "The file is larger than {megabytes} MB. Please make it smaller, or attach a part of "
                + "it."),
        "attachment-refused": "{reason}",
        "attachments-not-offered": "Files cannot be attached here.",
        "pictures-busy": "Too many pictures are being attached right now. Please try again in a moment.",
        "cross-site": "The request comes from another site.",
        "later-not-offered": "You cannot finish this document later.",
        "key-reused": "This idempotency key belongs to another request. Nothing was changed.",
        "unknown-recipient": "The envelope has no recipient {recipient}.",
        "visit-ended": "This signing session has ended: somebody else was asked to sign instead.",
        "storage-full": .always(
            "This service has no room left to store anything. Nothing was changed. Please try again "
                + "later."),
        "not-in-turn": "It is not your turn to sign yet. Another signer has to finish first.",
        "already-signed": "You have already signed.",
        "already-declined": "You have already declined to sign.",
        "declined": "Another signer has declined, so nobody can sign this document.",
        "voided": "The sender has withdrawn the documents.",
        "consent-missing": "Please agree to use electronic records and signatures first.",
        "required-fields-empty": .counted(
            one: "A required field is still empty: {names}.", other: "Required fields are still empty: {names}."),
        "groups-unmet": "{reason}",
        "pages-unseen": "You have not signed yet. Please read {pages} first.",
        "unknown-field": "This field is not yours to fill in.",
        "field-locked": "The field “{label}” cannot be changed.",
        "field-hidden": "The field “{label}” is not needed now, so your entry was not saved.",
        "too-many-adoptions": "You can adopt a signature or initials at most {limit} times. Nothing was changed.",
        "too-many-entries": "You can change your entries at most {limit} times. Nothing was changed.",
        "refused": "{reason}",
        "fonts-unusable": "{reason}",
        "character-not-in-font": "We cannot show the character {character} in “{label}”. Please remove it.",
        "character-not-in-face": "{reason}",
        "value-too-long": "“{label}” can have at most {limit} characters.",
        "value-unfit": "“{label}” takes {wanted}.",
        "missing-day": "{value} is not a day of the calendar. Please enter the date in “{label}” as {form}.",
        "no-room": "This text does not fit into “{label}”. Please shorten it.",
        "signature-empty": "Please type or draw your signature first.",
        "signature-text-too-long": "A typed signature can have at most {limit} characters.",
        "unknown-face": "There is no handwriting named “{face}”.",
        "drawing-unusable": "The drawing cannot be used: {what}.",
        "signature-missing": "Please adopt your {kind} first.",
        "artwork-unreadable": "The adopted signature cannot be read.",
        "reason-missing": "Please give a reason for declining.",
        "reason-too-long": "The reason can have at most {limit} characters.",
        "delegation-not-offered": "You cannot assign this document to somebody else.",
        "new-name-unusable": "Please enter the name of the new person, at most {limit} characters.",
        "new-email-not-valid": "“{email}” is not a valid e-mail address.",
        "new-email-used-before": "{email} has had this document before. Please choose another person.",
        "too-many-delegations": .always(
            "This document was assigned to somebody else {limit} times, which is the limit. Nothing was "
                + "changed."),
        "delegation-reason-missing": "Please give a reason for assigning it.",
        "level-out-of-reach": "The signature could not reach its long-term level. {reason}",
        "level-out-of-reach-for-signer": .always(
            "You have not signed yet. A service needed for a long-term signature is not responding. Please try "
                + "again later."),
        "clock-wrong": "Nothing was signed: the service's clock and the timestamp authority's differ. {reason}",
        "clock-wrong-for-signer": .always(
            "You have not signed yet. The clock of this service is wrong, so your signature would not be valid. "
                + "Please tell the sender."),
        "certificate-not-valid": "Nothing was signed: the service's certificate is not valid. {reason}",
        "certificate-not-valid-for-signer": .always(
            "You have not signed yet. The certificate that this service signs with is not valid now. Please tell "
                + "the sender."),
        "page-unavailable": "{reason}",
        "signature-place-refused": "{reason}",
        "signature-not-placed": "You have not signed yet. Please place your signature on a page first.",
        "being-changed": .always(
            "{name} is changing these documents, until {until} at most. Nothing that you entered is lost. Please "
                + "try again then."),
        "busy": "Someone else is changing these documents right now. Please try again.",
        "pages-unavailable": "We cannot show the pages right now. Please try again later.",
    ]
}
