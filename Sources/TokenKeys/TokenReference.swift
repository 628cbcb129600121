import Foundation

/// Identifies a key on a token: the parts of a URI in the format of RFC 7512.
///
///     try TokenReference(uri: "pkcs11:token=Notary;object=Seal%202026?pin-source=file:/run/keys/pin")
public struct TokenReference: Sendable, Hashable {
    /// The path of the PKCS#11 module, a shared library; `nil` for p11-kit's proxy, which loads all modules of the
    /// system.
    public var modulePath: String?
    /// The token's label and other properties; `nil` matches any.
    public var token: String?
    /// The token's manufacturer, without the padding; `nil` matches any.
    public var manufacturer: String?
    /// The token's model, without the padding; `nil` matches any.
    public var model: String?
    /// The token's serial number, without the padding; `nil` matches any.
    public var serial: String?
    /// The key's label (`CKA_LABEL`) and identifier (`CKA_ID`).
    public var object: String?
    /// The key's identifier, as the token holds it; `nil` matches any.
    public var id: [UInt8]?
    /// The file that contains the PIN.
    public var pinFile: URL?

    /// What is `nil` may be omitted if there is only one token or key.
    public init(modulePath: String? = nil, token: String? = nil, object: String? = nil) {
        self.modulePath = modulePath
        self.token = token
        self.object = object
    }

    /// Reads a `pkcs11:` URI.
    ///
    /// - Throws: ``TokenKeyError/malformedURI(_:)``, also for unknown attributes (as RFC 7512 §2.3 requires) and for a
    ///   PIN in the URI itself, which other users of the machine could see
    public init(uri: String) throws(TokenKeyError) {
        guard uri.lowercased().hasPrefix(Self.scheme) else {
            throw .malformedURI("it does not begin with \"\(Self.scheme)\"")
        }
        let parts = uri.dropFirst(Self.scheme.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        for attribute in parts[0].split(separator: ";") {
            let (name, bytes) = try Self.attribute(attribute)
            try readPath(name, bytes)
        }
        guard parts.count == 2 else { return }
        for attribute in parts[1].split(separator: "&") {
            let (name, bytes) = try Self.attribute(attribute)
            try readQuery(name, bytes)
        }
    }

    /// What a URI of this kind begins with (RFC 7512 §2.3).
    public static let scheme = "pkcs11:"

    /// Reads an attribute of the path (RFC 7512 §2.3, `pk11-pattr`).
    private mutating func readPath(_ name: String, _ bytes: [UInt8]) throws(TokenKeyError) {
        switch name {
        case "token": token = try Self.text(bytes, of: name)
        case "manufacturer": manufacturer = try Self.text(bytes, of: name)
        case "model": model = try Self.text(bytes, of: name)
        case "serial": serial = try Self.text(bytes, of: name)
        case "object": object = try Self.text(bytes, of: name)
        case "id": id = bytes
        case "type":
            let type = try Self.text(bytes, of: name)
            guard type == "private" || type == "cert" else {
                throw .malformedURI("its type \"\(type)\" is not a signing key")
            }
        case let name where name.hasPrefix("x-") || name.hasPrefix("library-"): break
        default: throw .malformedURI("its attribute \"\(name)\" is not known here")
        }
    }

    /// Reads an attribute of the query (RFC 7512 §2.3, `pk11-qattr`).
    private mutating func readQuery(_ name: String, _ bytes: [UInt8]) throws(TokenKeyError) {
        switch name {
        case "module-path": modulePath = try Self.text(bytes, of: name)
        case "pin-source":
            let source = try Self.text(bytes, of: name)
            let path =
                source.hasPrefix("file://")
                ? String(source.dropFirst(7))
                : source.hasPrefix("file:")
                    ? String(source.dropFirst(5)) : source
            guard path.hasPrefix("/") else { throw .malformedURI("its pin-source is not an absolute path of a file") }
            pinFile = URL(fileURLWithPath: path)
        case "pin-value":
            throw .malformedURI("it holds the PIN, which others on this machine can see; put it into a file")
        case let name where name.hasPrefix("x-"): break
        default: throw .malformedURI("its attribute \"\(name)\" is not known here")
        }
    }

    private static func attribute(_ text: Substring) throws(TokenKeyError) -> (String, [UInt8]) {
        guard let equals = text.firstIndex(of: "=") else { throw .malformedURI("\"\(text)\" has no value") }
        return (String(text[..<equals]), try decoded(text[text.index(after: equals)...]))
    }

    /// Decodes percent-encoding (RFC 3986 §2.1).
    private static func decoded(_ text: Substring) throws(TokenKeyError) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.count == 2, let value = UInt8(digits, radix: 16) else {
                throw .malformedURI("a percent sign in it is not followed by two hexadecimal digits")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func text(_ bytes: [UInt8], of name: String) throws(TokenKeyError) -> String {
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw .malformedURI("its attribute \"\(name)\" is not UTF-8")
        }
        return text
    }
}
