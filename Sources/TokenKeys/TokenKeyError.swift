/// Why a key on a token cannot sign.
public enum TokenKeyError: Error, Sendable, Equatable {
    /// The URI is invalid; the reason is a part of a sentence.
    case malformedURI(String)
    /// The module cannot be loaded; the reason comes from the system.
    case noModule(path: String, reason: String)
    /// No token matches; the labels of the existing tokens.
    case noToken(wanted: String?, present: [String])
    /// Several tokens match; their labels.
    case severalTokens([String])
    /// No key on the token matches; the labels of the existing keys.
    case noKey(wanted: String?, token: String, present: [String])
    case severalKeys([String], token: String)
    /// Neither the token nor the caller has a certificate for the key.
    case noCertificate(key: String, token: String)
    /// The token requires a PIN and none was given.
    case noPIN(token: String)
    case wrongPIN(token: String)
    /// The PIN is locked after too many wrong attempts.
    case lockedPIN(token: String)
    /// The PIN file is unreadable or empty.
    case unreadablePIN(path: String)
    /// The token's value is not a signature by the certificate's key.
    case wrongSignature(key: String, token: String)
    /// A function of the module failed with a PKCS#11 code.
    case failed(function: String, code: UInt)
}

extension TokenKeyError: CustomStringConvertible {
    /// One English sentence. For a missing token or key, it lists those that are present.
    public var description: String {
        switch self {
        case .malformedURI(let reason): "The PKCS#11 URI cannot be used: \(reason)."
        case .noModule(let path, let reason): "The PKCS#11 module \(path) cannot be loaded: \(reason)."
        case .noToken(let wanted?, let present):
            "There is no token \(Self.quoted(wanted)); \(Self.list(present, of: "token"))."
        case .noToken(nil, let present): "There is no token to sign with; \(Self.list(present, of: "token"))."
        case .severalTokens(let labels):
            "There are several tokens, \(Self.names(labels)); name one with --token-label or in the URI."
        case .noKey(let wanted?, let token, let present):
            "The token \(Self.quoted(token)) has no private key \(Self.quoted(wanted)); \(Self.list(present, of: "key"))."
        case .noKey(nil, let token, _): "The token \(Self.quoted(token)) has no private key."
        case .severalKeys(let labels, let token):
            "The token \(Self.quoted(token)) has several private keys, \(Self.names(labels)); name one with --key-label "
                + "or in the URI."
        case .noCertificate(let key, let token):
            "The token \(Self.quoted(token)) has no certificate for the key \(Self.quoted(key)); give its file with --cert."
        case .noPIN(let token):
            "The token \(Self.quoted(token)) asks for a PIN; give a file that holds it with --pin-file."
        case .wrongPIN(let token): "The PIN does not open the token \(Self.quoted(token))."
        case .lockedPIN(let token):
            "The PIN of the token \(Self.quoted(token)) is locked, because a wrong PIN was given too often."
        case .unreadablePIN(let path): "\(path) cannot be read or holds no PIN."
        case .wrongSignature(let key, let token):
            "The token \(Self.quoted(token)) returned a signature that does not match the certificate of the key "
                + "\(Self.quoted(key)); the certificate may belong to another key."
        case .failed(let function, let code):
            "The token failed: \(function) returned \(Self.name(of: code))."
        }
    }

    private static func quoted(_ text: String) -> String { "“\(text)”" }
    private static func names(_ labels: [String]) -> String { labels.map(quoted).joined(separator: ", ") }
    private static func list(_ labels: [String], of kind: String) -> String {
        labels.isEmpty ? "there is none" : "there \(labels.count == 1 ? "is" : "are") \(names(labels))"
    }

    /// Returns the name of a common code (PKCS#11 v2.40 §3.6).
    private static func name(of code: UInt) -> String {
        let names: [UInt: String] = [
            0x05: "CKR_GENERAL_ERROR", 0x06: "CKR_FUNCTION_FAILED", 0x30: "CKR_DEVICE_ERROR",
            0x32: "CKR_DEVICE_REMOVED", 0x63: "CKR_KEY_TYPE_INCONSISTENT", 0x68: "CKR_KEY_FUNCTION_NOT_PERMITTED",
            0x70: "CKR_MECHANISM_INVALID", 0x71: "CKR_MECHANISM_PARAM_INVALID", 0xE0: "CKR_TOKEN_NOT_PRESENT",
            0x101: "CKR_USER_NOT_LOGGED_IN",
        ]
        return names[code] ?? "the code 0x" + String(code, radix: 16)
    }
}
