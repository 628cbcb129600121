import Envelopes
import SignedPDF
import Typesetting
import Words

extension CeremonyError {
    /// What a sentence about the error names.
    public var facts: [String: Fact] {
        switch self {
        case .methodNotAllowed(let allowed): ["allowed": .text(allowed.joined(separator: ", "))]
        case .bodyTooLarge(let limit), .tooManyAdoptions(let limit), .tooManyEntries(let limit),
            .signatureTextTooLong(let limit), .reasonTooLong(let limit), .tooManyDelegations(let limit):
            ["limit": .number(limit)]
        case .malformed(let what), .drawingUnusable(let what), .signaturePictureUnusable(let what):
            ["what": .text(what)]
        case .attachmentTooLarge(let limit): ["megabytes": .number(limit >> 20)]
        case .attachmentRefused(let reason), .characterNotInFace(let reason): ["reason": .text(reason)]
        case .unknownRecipient(let id): ["recipient": .text(id.rawValue)]
        case .requiredFieldsEmpty(let tabs): ["names": .names(tabs.map { "“\($0.spokenLabel)”" })]
        case .groupsUnmet(let groups, _):
            ["reason": .text(groups.map { "“\($0.label)”: \($0.sentence)" }.joined(separator: " "))]
        case .pagesUnseen(let pages, let names): ["pages": .text(UnseenPages.listed(pages, names: names))]
        case .fieldLocked(let label), .fieldHidden(let label), .noRoom(let label): ["label": .text(label)]
        case .refused(let error): ["reason": .text(error.description)]
        case .fontsUnusable(let error): ["reason": .text(error.description)]
        case .characterNotInFont(let character, let label):
            ["character": .text(CharacterName.text(character)), "label": .text(label)]
        case .valueTooLong(let label, let limit): ["label": .text(label), "limit": .number(limit)]
        case .valueUnfit(let label, let wanted): ["label": .text(label), "wanted": .text(wanted)]
        case .missingDay(let label, let value, let form):
            ["label": .text(label), "value": .text(value), "form": .text(form)]
        case .unknownFace(let id): ["face": .text(id)]
        case .signatureMissing(let kind): ["kind": .text(kind == .signature ? "signature" : "initials")]
        case .newNameUnusable: ["limit": .number(EnvelopeLimits.recipientName)]
        case .newEmailNotValid(let email), .newEmailUsedBefore(let email): ["email": .text(email)]
        case .levelOutOfReach(let cause): ["reason": .text("\(cause)")]
        case .clockWrong(let error): ["reason": .text("\(error)")]
        case .certificateNotValid(let problem): ["reason": .text(problem.sentence)]
        case .pageUnavailable(let problem): ["reason": .text(problem.description)]
        case .markRefused(let problem): ["reason": .text(problem.description)]
        case .beingChanged(let name, let until): ["name": .text(name), "until": .text(until)]
        case .notFound, .notJSON, .notAFile, .attachmentsNotOffered, .picturesBusy, .crossSite, .keyReused,
            .visitEnded, .storageFull, .notInTurn, .alreadySigned, .alreadyDeclined, .voided, .declined,
            .consentMissing, .unknownField, .signatureEmpty, .signaturePictureBlank, .signaturePictureFull,
            .artworkUnreadable, .laterNotOffered, .reasonMissing,
            .delegationNotOffered, .delegationReasonMissing, .markMissing, .pagesUnavailable, .busy:
            [:]
        }
    }

    /// The code of the sentence for the person at the page, and the facts that they may see. Addresses and the messages
    /// of other services stay in the log.
    var phrase: (code: String, facts: [String: Fact]) {
        switch self {
        case .levelOutOfReach, .clockWrong, .certificateNotValid: ("\(code)-for-signer", [:])
        default: (code, facts)
        }
    }
}
