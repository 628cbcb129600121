import Envelopes
import PageImages
import SignedPDF
import Typesetting

/// The reason why the host rejects a request, or cannot prepare or finish a document.
public enum CeremonyError: Error, Sendable, Equatable, CustomStringConvertible {
    // The request
    case notFound
    case methodNotAllowed(allowed: [String])
    case bodyTooLarge(limit: Int)
    case notJSON
    case malformed(String)
    /// The body of a file has another type.
    case notAFile
    /// The attached file is too large; `limit` in bytes.
    case attachmentTooLarge(limit: Int)
    /// The attached file cannot be used; a sentence says why.
    case attachmentRefused(String)
    /// The host takes no files.
    case attachmentsNotOffered
    /// As many pictures of the account wait as may.
    case picturesBusy
    case crossSite
    /// The idempotency key was already used for a different request.
    case keyReused

    // The envelope
    case unknownRecipient(RecipientID)
    /// Somebody else has got the part of the person whose visit it was.
    case visitEnded
    /// The disk of the service is full.
    case storageFull
    case notInTurn
    /// The recipient has already signed.
    case alreadySigned
    case alreadyDeclined
    case voided
    /// Another recipient has declined.
    case declined
    case consentMissing
    case requiredFieldsEmpty([EnvelopeTab])
    /// Groups of checkboxes with too few or too many ticks, and the tabs to lead to.
    case groupsUnmet([TabGroup], [EnvelopeTab])
    /// Pages that the recipient has to look at before signing, and the names of their documents.
    case pagesUnseen([DocumentPage], names: [DocumentID: String])
    case unknownField
    case fieldLocked(label: String)
    /// The condition of the field is not met.
    case fieldHidden(label: String)
    /// The person has adopted as often as the configuration allows.
    case tooManyAdoptions(limit: Int)
    /// The person has changed entries as often as the configuration allows.
    case tooManyEntries(limit: Int)
    /// The rules of the envelope refuse for a reason that has no case of its own here.
    case refused(EnvelopeError)

    // Values and artwork
    case characterNotInFont(Character, label: String)
    case characterNotInFace(String)
    /// A font of this machine cannot be read, or not be written in part.
    case fontsUnusable(TypesettingError)
    case valueTooLong(label: String, limit: Int)
    /// The field does not take such a text; `wanted` says in words which.
    case valueUnfit(label: String, wanted: String)
    /// The calendar has no such day; `form` is how the field writes dates.
    case missingDay(label: String, value: String, form: String)
    /// The field is too small to show the value in a readable size.
    case noRoom(label: String)
    case signatureEmpty
    case signatureTextTooLong(limit: Int)
    case unknownFace(String)
    case drawingUnusable(String)
    case signatureMissing(AdoptedKind)
    case artworkUnreadable
    /// The configuration does not allow finishing later.
    case laterNotOffered
    case reasonMissing
    case reasonTooLong(limit: Int)
    /// The recipient cannot assign their part to somebody else.
    case delegationNotOffered
    case newNameUnusable
    case newEmailNotValid(String)
    /// The person with this address has, or had, this part already.
    case newEmailUsedBefore(String)
    case tooManyDelegations(limit: Int)
    case delegationReasonMissing

    // Signing
    /// A timestamp authority or another service that a lasting signature needs has failed.
    case levelOutOfReach(LevelDowngrade.Cause)
    /// At the time given by the timestamp authority, the signer's certificate is not valid.
    case clockWrong(LongTermError)
    /// One of the service's signing certificates is not valid now.
    case certificateNotValid(TrustProblem)

    // Pages
    case pageUnavailable(PageProblem)
    /// A signature cannot be placed there.
    case markRefused(PlacingProblem)
    /// The recipient chooses where to sign, and has not.
    case markMissing
    case pagesUnavailable
    /// Too many conflicts with other changes of the envelope.
    case busy
    /// The sender has locked the envelope to change it; `until` is the time of day at which the lock ends.
    case beingChanged(by: String, until: String)

    /// Whether the error lies with the service or with a service that it calls, and not with the request. The same
    /// request may succeed later.
    public var isOfTheService: Bool {
        switch self {
        case .levelOutOfReach, .clockWrong, .certificateNotValid: true
        default: false
        }
    }

    public var description: String {
        switch self {
        case .notFound: "There is nothing at this address."
        case .methodNotAllowed(let allowed): "This address accepts only \(allowed.joined(separator: " and "))."
        case .bodyTooLarge(let limit): "The request is larger than \(limit) bytes."
        case .notJSON: "The request's content type must be application/json."
        case .malformed(let what): "The request cannot be read: \(what)."
        case .notAFile: "The request has to be a file, of the type application/octet-stream."
        case .attachmentTooLarge(let limit):
            "The file is larger than \(limit >> 20) MB. Please make it smaller, or attach a part of it."
        case .attachmentRefused(let sentence): sentence
        case .attachmentsNotOffered: "Files cannot be attached here."
        case .picturesBusy: "Too many pictures are being attached right now. Please try again in a moment."
        case .crossSite: "The request comes from another site."
        case .laterNotOffered: "You cannot finish this document later."
        case .keyReused: "This idempotency key belongs to another request. Nothing was changed."
        case .unknownRecipient(let id): "The envelope has no recipient \(id)."
        case .visitEnded: "This signing session has ended: somebody else was asked to sign instead."
        case .storageFull:
            "This service has no room left to store anything. Nothing was changed. Please try again later."
        case .notInTurn: "It is not your turn to sign yet. Another signer has to finish first."
        case .alreadySigned: "You have already signed."
        case .alreadyDeclined: "You have already declined to sign."
        case .declined: "Another signer has declined, so nobody can sign this document."
        case .voided: "The sender has withdrawn the documents."
        case .consentMissing: "Please agree to use electronic records and signatures first."
        case .requiredFieldsEmpty(let tabs):
            "\(tabs.count == 1 ? "A required field is" : "Required fields are") still empty: "
                + "\(tabs.map { "“\($0.spokenLabel)”" }.joined(separator: ", "))."
        case .groupsUnmet(let groups, _):
            groups.map { "“\($0.label)”: \($0.sentence)" }.joined(separator: " ")
        case .pagesUnseen(let pages, let names):
            "You have not signed yet. Please read \(UnseenPages.listed(pages, names: names)) first."
        case .unknownField: "This field is not yours to fill in."
        case .fieldLocked(let label): "The field “\(label)” cannot be changed."
        case .fieldHidden(let label): "The field “\(label)” is not needed now, so your entry was not saved."
        case .tooManyAdoptions(let limit):
            "You can adopt a signature or initials at most \(limit) times. Nothing was changed."
        case .tooManyEntries(let limit):
            "You can change your entries at most \(limit) times. Nothing was changed."
        case .refused(let error): error.description
        case .fontsUnusable(let error): error.description
        case .characterNotInFont(let character, let label):
            "We cannot show the character \(CharacterName.text(character)) in “\(label)”. Please remove it."
        case .characterNotInFace(let sentence): sentence
        case .valueTooLong(let label, let limit): "“\(label)” can have at most \(limit) characters."
        case .valueUnfit(let label, let wanted): "“\(label)” takes \(wanted)."
        case .missingDay(let label, let value, let form):
            "\(value) is not a day of the calendar. Please enter the date in “\(label)” as \(form)."
        case .noRoom(let label):
            "This text does not fit into “\(label)”. Please shorten it."
        case .signatureEmpty: "Please type or draw your signature first."
        case .signatureTextTooLong(let limit): "A typed signature can have at most \(limit) characters."
        case .unknownFace(let id): "There is no handwriting named “\(id)”."
        case .drawingUnusable(let why): "The drawing cannot be used: \(why)."
        case .signatureMissing(let kind):
            "Please adopt your \(kind == .signature ? "signature" : "initials") first."
        case .artworkUnreadable: "The adopted signature cannot be read."
        case .reasonMissing: "Please give a reason for declining."
        case .reasonTooLong(let limit): "The reason can have at most \(limit) characters."
        case .delegationNotOffered: "You cannot assign this document to somebody else."
        case .newNameUnusable:
            "Please enter the name of the new person, at most \(EnvelopeLimits.recipientName) characters."
        case .newEmailNotValid(let email): "“\(email)” is not a valid e-mail address."
        case .newEmailUsedBefore(let email):
            "\(email) has had this document before. Please choose another person."
        case .tooManyDelegations(let limit):
            "This document was assigned to somebody else \(limit) times, which is the limit. Nothing was changed."
        case .delegationReasonMissing: "Please give a reason for assigning it."
        case .levelOutOfReach(let cause):
            "The signature could not reach its long-term level. \(cause)"
        case .clockWrong(let error):
            "Nothing was signed: the service's clock and the timestamp authority's differ. \(error)"
        case .certificateNotValid(let problem):
            "Nothing was signed: the service's certificate is not valid. \(problem.sentence)"
        case .pageUnavailable(let problem): problem.description
        case .markRefused(let problem): problem.description
        case .markMissing: "You have not signed yet. Please place your signature on a page first."
        case .beingChanged(let name, let until):
            "\(name) is changing these documents, until \(until) at most. Nothing that you entered is lost. "
                + "Please try again then."
        case .busy: "Someone else is changing these documents right now. Please try again."
        case .pagesUnavailable: "We cannot show the pages right now. Please try again later."
        }
    }

    init(_ error: TypesettingError) {
        switch error {
        case .noGlyph, .noFont: self = .characterNotInFace(error.description)
        case .textTooLong(let limit): self = .signatureTextTooLong(limit: limit)
        case .nothingToDraw: self = .signatureEmpty
        case .unknownFace(let id): self = .unknownFace(id)
        case .fontMissing, .fontUnreadable, .subsetFailed: self = .fontsUnusable(error)
        }
    }
}

/// Names a character with its code points in a sentence: `“ß” (U+00DF)`.
enum CharacterName {
    static func text(_ character: Character) -> String {
        let codes = codePoints(character)
        return isVisible(character) ? "“\(character)” (\(codes))" : codes
    }

    static func codePoints(_ character: Character) -> String {
        character.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }

    private static func isVisible(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .surrogate:
                false
            default: true
            }
        }
    }
}
