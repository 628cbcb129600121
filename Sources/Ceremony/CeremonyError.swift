import Envelopes
import PageImages
import SignedPDF
import Typesetting
import Words

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
    case attachmentRefused(AttachmentProblem)
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
    /// The handwriting lacks a character, named as `“漢” (U+6F22)`.
    case characterNotInFace(String)
    /// A font of this machine cannot be read, or not be written in part.
    case fontsUnusable(TypesettingError)
    case valueTooLong(label: String, limit: Int)
    /// The field does not take such a text.
    case valueUnfit(label: String, wanted: WantedValue)
    /// The calendar has no such day; `form` is how the field writes dates.
    case missingDay(label: String, value: String, form: String)
    /// The field is too small to show the value in a readable size.
    case noRoom(label: String)
    case signatureEmpty
    case signatureTextTooLong(limit: Int)
    case unknownFace(String)
    case drawingUnusable(String)
    /// The picture of a signature cannot be used; words say why.
    case signaturePictureUnusable(String)
    /// The picture of a signature has nearly no ink.
    case signaturePictureBlank
    /// The picture of a signature is dark nearly everywhere.
    case signaturePictureFull
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

    /// The sentence in English, for logs and developers, with what only they need. The page gets ``code`` and ``facts``
    /// beside the sentence for its person.
    public var description: String {
        switch self {
        case .malformed(let what): "The request cannot be read: \(what)."
        case .drawingUnusable(let what): "The drawing cannot be used: \(what)."
        case .fontsUnusable(let error): error.description
        case .refused(let error): error.description
        case .levelOutOfReach, .clockWrong, .certificateNotValid:
            Catalog.of(.english).sentence(.refusals, code, facts) ?? code
        default: sentence(in: .english)
        }
    }

    /// The sentence in a language, for the person at the page.
    package func sentence(in language: Language) -> String {
        if case .groupsUnmet(let groups, _) = self {
            return groups.map { group in
                let facts: [String: Fact] = ["label": .text(group.label), "rule": .text(group.sentence(in: language))]
                return Catalog.of(language).sentence(.refusals, code, facts) ?? code
            }.joined(separator: " ")
        }
        let (key, facts) = phrase
        return Catalog.of(language).sentence(.refusals, key, facts) ?? key
    }

    init(_ error: TypesettingError) {
        switch error {
        case .noGlyph(let character, _), .noFont(let character):
            self = .characterNotInFace(CharacterName.text(character))
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
