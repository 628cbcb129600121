import Envelopes
import Foundation
import HTTPMessages
import PageImages
import SignedPDF
import Words

extension CeremonyError {
    /// The HTTP status and the error code for programs.
    var statusAndCode: (status: Int, code: String) {
        switch self {
        case .notFound: (404, "not_found")
        case .methodNotAllowed: (405, "method_not_allowed")
        case .bodyTooLarge: (413, "body_too_large")
        case .notJSON: (415, "not_json")
        case .malformed: (400, "malformed")
        case .crossSite: (403, "cross_site")
        case .notAFile: (415, "not_a_file")
        case .attachmentTooLarge: (413, "attachment_too_large")
        case .attachmentRefused: (422, "attachment_refused")
        case .attachmentsNotOffered: (403, "attachments_not_offered")
        case .picturesBusy: (503, "pictures_busy")
        case .keyReused: (422, "idempotency_key_reused")
        case .unknownRecipient: (404, "unknown_recipient")
        case .storageFull: (507, "storage_full")
        case .visitEnded: (401, "unknown_session")
        case .notInTurn: (409, "not_in_turn")
        case .alreadySigned: (409, "already_signed")
        case .alreadyDeclined: (409, "already_declined")
        case .voided: (409, "voided")
        case .declined: (409, "declined")
        case .consentMissing: (409, "consent_missing")
        case .requiredFieldsEmpty: (422, "required_fields_empty")
        case .groupsUnmet: (422, "groups_unmet")
        case .pagesUnseen: (409, "pages_unseen")
        case .unknownField: (404, "unknown_field")
        case .fieldLocked: (409, "field_locked")
        case .fieldHidden: (409, "field_hidden")
        case .tooManyAdoptions: (409, "too_many_adoptions")
        case .tooManyEntries: (409, "too_many_entries")
        case .refused, .fontsUnusable: (409, "refused")
        case .characterNotInFont, .characterNotInFace: (422, "character_not_showable")
        case .valueTooLong: (422, "value_too_long")
        case .valueUnfit: (422, "value_unfit")
        case .missingDay: (422, "missing_day")
        case .noRoom: (422, "no_room")
        case .signatureEmpty: (422, "signature_empty")
        case .signatureTextTooLong: (422, "signature_too_long")
        case .unknownFace: (422, "unknown_face")
        case .drawingUnusable: (422, "drawing_unusable")
        case .signaturePictureUnusable: (422, "signature_picture_unusable")
        case .signaturePictureBlank: (422, "signature_picture_blank")
        case .signaturePictureFull: (422, "signature_picture_full")
        case .signatureMissing: (422, "signature_missing")
        case .levelOutOfReach: (503, "signature_level_out_of_reach")
        case .clockWrong: (503, "clock_wrong")
        case .certificateNotValid: (503, "certificate_not_valid")
        case .artworkUnreadable: (500, "artwork_unreadable")
        case .laterNotOffered: (403, "later_not_offered")
        case .reasonMissing: (422, "reason_missing")
        case .reasonTooLong: (422, "reason_too_long")
        case .delegationNotOffered: (403, "delegation_not_offered")
        case .newNameUnusable: (422, "new_name_unusable")
        case .newEmailNotValid: (422, "new_email_not_valid")
        case .newEmailUsedBefore: (422, "new_email_used_before")
        case .tooManyDelegations: (409, "too_many_delegations")
        case .delegationReasonMissing: (422, "delegation_reason_missing")
        case .pageUnavailable: (422, "page_unavailable")
        case .markRefused: (422, "signature_place_refused")
        case .markMissing: (422, "signature_not_placed")
        case .pagesUnavailable: (503, "pages_unavailable")
        case .busy: (503, "busy")
        case .beingChanged: (409, "being_changed")
        }
    }

    /// The tabs for the page to lead to.
    private var fields: [String]? {
        switch self {
        case .requiredFieldsEmpty(let tabs), .groupsUnmet(_, let tabs): tabs.map(\.id.rawValue)
        default: nil
        }
    }

    /// The pages for the page to lead to.
    private var pages: [DocumentPage]? {
        guard case .pagesUnseen(let pages, _) = self else { return nil }
        return pages
    }

    /// Returns the response, with a redirect for a recipient who has already finished.
    func response(returningTo address: ReturnAddress, in language: Language = .english) -> HTTPReply {
        let (status, code) = statusAndCode
        let ending: CeremonyEnding? =
            switch self {
            case .alreadySigned: .signingComplete
            case .alreadyDeclined: .decline
            default: nil
            }
        var response = HTTPReply.pageRefusal(
            status: status, code: code, message: sentence(in: language), facts: phrase.facts, fields: fields,
            pages: pages,
            redirect: ending.flatMap { address.location(for: $0) })
        if [CeremonyError.busy, .picturesBusy].contains(self) { response.headers[.retryAfter] = "1" }
        return response
    }

    /// Converts an envelope error for the person at the page.
    ///
    /// - Parameter state: distinguishes a recipient who has signed from one who has declined
    init(_ error: EnvelopeError, state: RecipientState?, envelope: Envelope? = nil) {
        self =
            switch error {
            case .alreadyFinished: state?.status == .declined ? .alreadyDeclined : .alreadySigned
            case .notRecipientsTurn: .notInTurn
            case .wrongStatus(.voided, _): .voided
            case .wrongStatus(.declined, _): .declined
            case .consentMissing: .consentMissing
            case .requiredTabsEmpty(let tabs): .requiredFieldsEmpty(tabs)
            case .groupsUnmet(let groups): .groupsUnmet(groups, groups.flatMap { envelope?.members(of: $0) ?? [] })
            case .pagesNotShown(let pages):
                .pagesUnseen(
                    pages,
                    names: Dictionary(
                        (envelope?.documents ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }))
            case .onlyChosen(let tab): .malformed("“\(tab.label)” accepts only “true”; choose another button")
            case .notAnOption(let tab, _): .malformed("“\(tab.label)” does not offer this value")
            case .unknownTab, .foreignTab, .takesNoFile: .unknownField
            case .attachmentNameUnusable(let limit): .attachmentRefused(.name(limit: limit))
            case .attachmentEmpty: .attachmentRefused(.empty)
            case .nothingAdopted(let tab): .signatureMissing(tab.kind.adoptedKind ?? .signature)
            case .hiddenTab(let tab): .fieldHidden(label: tab.label)
            case .lockedTab(let tab), .notFilledByHand(let tab): .fieldLocked(label: tab.label)
            case .valueTooLong(let tab, let limit): .valueTooLong(label: tab.label, limit: limit)
            case .valueUnfit(let tab): .valueUnfit(label: tab.label, wanted: WantedValue(tab))
            case .missingDay(let tab, let value):
                .missingDay(label: tab.label, value: value, form: tab.dateFormat?.rawValue ?? "")
            case .tooManyAdoptions(_, let limit): .tooManyAdoptions(limit: limit)
            case .tooManyEntries(_, let limit): .tooManyEntries(limit: limit)
            case .reasonMissing: .reasonMissing
            case .reasonTooLong(let limit): .reasonTooLong(limit: limit)
            case .unknownRecipient(let id): .unknownRecipient(id)
            case .cannotPlace(.nothingAdopted): .signatureMissing(.signature)
            case .cannotPlace(let problem): .markRefused(problem)
            case .nothingPlaced: .markMissing
            case .unknownPage, .unknownDocument: .markRefused(.offPage)
            case .notTrueOrFalse(let tab): .malformed("“\(tab.label)” takes “true” or “false”")
            case .keyTooLong(let limit): .malformed("the idempotency key has more than \(limit) characters")
            case .keyReused: .keyReused
            case .delegationNotAllowed: .delegationNotOffered
            case .alreadyHeld(_, let email): .newEmailUsedBefore(email)
            case .tooManyDelegations(_, let limit): .tooManyDelegations(limit: limit)
            default: .refused(error)
            }
    }

    /// Converts an image error for the person at the page. Program messages and folder names stay in the log.
    init(_ error: PageImageError) {
        self =
            switch error {
            case .unrenderable(let page, _): .pageUnavailable(.undrawable(page: page))
            case .timedOut(let page, _): .pageUnavailable(.tooSlow(page: page))
            case .widthOutOfRange: .malformed("the width is out of range")
            case .programMissing, .programFailed, .badHash, .fileProblem:
                .pagesUnavailable
            }
    }
}

/// Decoding of request bodies.
enum RequestBody {
    /// Decodes JSON; errors describe the problem in words.
    static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws(CeremonyError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .malformed("the member “\(key.stringValue)” is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let isWhole = context.codingPath.isEmpty
            throw .malformed(isWhole ? "it is not a JSON object" : "\(path(context)) has the wrong type")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw .malformed("\(path(context)) has a value that cannot be used")
        } catch {
            throw .malformed("it is not JSON")
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        let names = context.codingPath.prefix(4).map { key in
            key.intValue.map(String.init) ?? key.stringValue
        }
        return "the member “\(names.joined(separator: "."))”"
    }
}
