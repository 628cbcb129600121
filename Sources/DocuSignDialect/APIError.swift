/// An error as the eSignature REST API reports it: an HTTP status, and a body with a code for programs and a message
/// for people.
package struct APIError: Error, Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The HTTP status; not part of the body.
    package let status: Int
    /// One of the API's own codes.
    package let errorCode: String
    /// What is wrong, in whole sentences. The wording is not part of the contract.
    package let message: String

    package init(status: Int, errorCode: String, message: String) {
        self.status = status
        self.errorCode = errorCode
        self.message = message
    }

    package init(_ code: Code, _ message: String) {
        self.init(status: code.status, errorCode: code.rawValue, message: message)
    }

    package var description: String { "\(status) \(errorCode): \(message)" }

    private enum CodingKeys: String, CodingKey {
        case errorCode, message
    }
}

extension APIError {
    /// The error codes of this dialect.
    package enum Code: String, CaseIterable, Sendable {
        case authorizationInvalidToken = "AUTHORIZATION_INVALID_TOKEN"
        case userAuthenticationFailed = "USER_AUTHENTICATION_FAILED"
        case partnerAuthenticationFailed = "PARTNER_AUTHENTICATION_FAILED"
        case userDoesNotBelongToAccount = "USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT"
        case userLacksPermissions = "USER_LACKS_PERMISSIONS"
        case templateDoesNotExist = "TEMPLATE_ID_INVALID"
        case folderDoesNotExist = "FOLDER_DOES_NOT_EXIST"
        case envelopeDoesNotExist = "ENVELOPE_DOES_NOT_EXIST"
        case envelopeInvalidStatus = "ENVELOPE_INVALID_STATUS"
        case envelopeCannotVoid = "ENVELOPE_CANNOT_VOID_INVALID_STATE"
        case envelopeIsIncomplete = "ENVELOPE_IS_INCOMPLETE"
        case documentDoesNotExist = "DOCUMENT_DOES_NOT_EXIST"
        case noDocumentReceived = "NO_DOCUMENT_RECEIVED"
        case unableToLoadDocument = "UNABLE_TO_LOAD_DOCUMENT"
        case unableToConvertDocument = "UNABLE_TO_CONVERT_DOCUMENT"
        case unsupportedPDFContent = "UNSUPPORTED_PDF_CONTENT"
        case invalidRecipientID = "INVALID_RECIPIENT_ID"
        case invalidEmailAddress = "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT"
        case unknownEnvelopeRecipient = "UNKNOWN_ENVELOPE_RECIPIENT"
        case recipientNotInSequence = "RECIPIENT_NOT_IN_SEQUENCE"
        case tabOutOfBounds = "TAB_OUT_OF_BOUNDS"
        case anchorTabStringNotFound = "ANCHOR_TAB_STRING_NOT_FOUND"
        case invalidUserOffset = "Invalid_User_Offset"
        case invalidRequestParameter = "INVALID_REQUEST_PARAMETER"
        case invalidRequestBody = "INVALID_REQUEST_BODY"
        case httpsRequired = "HTTPS_REQUIRED_FOR_CONNECT_LISTENER"
        case notLockOwner = "EDIT_LOCK_NOT_LOCK_OWNER"
        case alreadyLocked = "EDIT_LOCK_ENVELOPE_ALREADY_LOCKED"
        case notLocked = "EDIT_LOCK_ENVELOPE_NOT_LOCKED"
        case lockInvalidState = "EDIT_LOCK_INVALID_STATE_FOR_LOCK"
        case documentUploadNotAllowed = "DOCUMENT_UPLOAD_NOT_ALLOWED"
        case recipientUpdateFailed = "RECIPIENT_UPDATE_FAILED"
        case connectDoesNotExist = "CONNECT_CONFIGURATION_DOES_NOT_EXIST"
        case resourceNotFound = "RESOURCE_NOT_FOUND"
        case unspecifiedError = "UNSPECIFIED_ERROR"

        /// The HTTP status that goes with the code.
        package var status: Int {
            switch self {
            case .authorizationInvalidToken, .userAuthenticationFailed, .partnerAuthenticationFailed: 401
            case .userDoesNotBelongToAccount, .userLacksPermissions: 403
            case .envelopeDoesNotExist, .documentDoesNotExist, .resourceNotFound, .templateDoesNotExist,
                .folderDoesNotExist, .connectDoesNotExist:
                404
            case .unspecifiedError: 500
            case .envelopeInvalidStatus, .envelopeCannotVoid, .envelopeIsIncomplete, .noDocumentReceived,
                .unableToLoadDocument, .unableToConvertDocument, .unsupportedPDFContent, .invalidRecipientID,
                .invalidEmailAddress,
                .unknownEnvelopeRecipient, .recipientNotInSequence, .tabOutOfBounds, .anchorTabStringNotFound,
                .invalidUserOffset, .invalidRequestParameter, .invalidRequestBody, .httpsRequired, .notLockOwner,
                .alreadyLocked, .notLocked, .lockInvalidState,
                .documentUploadNotAllowed, .recipientUpdateFailed:
                400
            }
        }
    }
}
