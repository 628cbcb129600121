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
        case .attachmentRefused(.name(let limit)), .attachmentRefused(.pages(let limit)): ["limit": .number(limit)]
        case .characterNotInFace(let character): ["character": .text(character)]
        case .unknownRecipient(let id): ["recipient": .text(id.rawValue)]
        case .requiredFieldsEmpty(let tabs): ["names": .names(tabs.map { "“\($0.spokenLabel)”" })]
        case .groupsUnmet(let groups, _):
            ["names": .names(groups.map(\.label))]
        case .pagesUnseen(let pages, let names): ["names": .names(UnseenPages.listed(pages, names: names))]
        case .fieldLocked(let label), .fieldHidden(let label), .noRoom(let label): ["label": .text(label)]
        case .refused(let error): ["reason": .text(error.description)]
        case .fontsUnusable(let error): ["reason": .text(error.description)]
        case .characterNotInFont(let character, let label):
            ["character": .text(CharacterName.text(character)), "label": .text(label)]
        case .valueTooLong(let label, let limit): ["label": .text(label), "limit": .number(limit)]
        case .valueUnfit(let label, .date(let form)): ["label": .text(label), "form": .text(form)]
        case .valueUnfit(let label, _): ["label": .text(label)]
        case .missingDay(let label, let value, let form):
            ["label": .text(label), "value": .text(value), "form": .text(form)]
        case .unknownFace(let id): ["face": .text(id)]
        case .newNameUnusable: ["limit": .number(EnvelopeLimits.recipientName)]
        case .newEmailNotValid(let email), .newEmailUsedBefore(let email): ["email": .text(email)]
        case .levelOutOfReach(let cause): ["reason": .text("\(cause)")]
        case .clockWrong(let error): ["reason": .text("\(error)")]
        case .certificateNotValid(let problem): ["reason": .text(problem.sentence)]
        case .pageUnavailable(.undrawable(let page)), .pageUnavailable(.tooSlow(let page)): ["page": .number(page)]
        case .pageUnavailable(.keepsFromSigning(let page, let document)):
            ["page": .number(page), "document": .text(document)]
        case .markRefused(.tooMany): ["limit": .number(EnvelopeLimits.placedTabs)]
        case .beingChanged(let name, let until): ["name": .text(name), "until": .text(until)]
        case .notFound, .notJSON, .notAFile, .attachmentsNotOffered, .picturesBusy, .crossSite, .keyReused,
            .visitEnded, .storageFull, .notInTurn, .alreadySigned, .alreadyDeclined, .voided, .declined,
            .consentMissing, .unknownField, .signatureEmpty, .signaturePictureBlank, .signaturePictureFull,
            .artworkUnreadable, .laterNotOffered, .reasonMissing,
            .delegationNotOffered, .delegationReasonMissing, .markMissing, .pagesUnavailable, .busy,
            .attachmentRefused, .signatureMissing, .markRefused:
            [:]
        }
    }

    /// The key of the sentence for the person at the page, and the facts that they may see. Addresses and the messages
    /// of other services stay in the log.
    var phrase: (key: String, facts: [String: Fact]) {
        switch self {
        case .levelOutOfReach, .clockWrong, .certificateNotValid: ("\(code)-for-signer", [:])
        case .attachmentRefused(let problem): ("\(code).\(problem.key)", facts)
        case .valueUnfit(_, .date): ("\(code).date", facts)
        case .valueUnfit(_, .validated(let validation)): ("\(code).\(validation.rawValue)", facts)
        case .signatureMissing(.initials): ("initials-missing", facts)
        case .pageUnavailable(.undrawable): ("\(code).undrawable", facts)
        case .pageUnavailable(.tooSlow): ("\(code).slow", facts)
        case .pageUnavailable(.keepsFromSigning): ("\(code).keeps", facts)
        case .markRefused(.notFree): ("\(code).fixed", facts)
        case .markRefused(.nothingAdopted): ("signature-missing", facts)
        case .markRefused(.badSize): ("\(code).size", facts)
        case .markRefused(.offPage): ("\(code).outside", facts)
        case .markRefused(.tooMany): ("\(code).many", facts)
        default: (code, facts)
        }
    }
}
