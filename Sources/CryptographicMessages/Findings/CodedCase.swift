/// An enum case with associated values and a stable code for programs.
///
/// The codes are the raw values of the type's coding keys. In JSON a case is one flat object: its `code`, and each
/// associated value under its label, dates in ISO 8601. A value that is a coded case itself is a nested object.
package protocol CodedCase: Sendable, Hashable, Codable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

extension CodedCase {
    /// All codes of the type.
    package static var codes: [String] { CodingKeys.allCases.map(\.stringValue) }

    package var caseCode: String {
        let encoder = CaseEncoder(nil)
        // Nothing is written, so nothing can fail.
        try? encode(to: encoder)
        return encoder.code.text
    }

    /// Encodes the code and the associated values as members of the encoder's object.
    package func encodeFlat(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CaseMember.self)
        try container.encode(caseCode, forKey: .code)
        try encode(to: CaseEncoder(encoder))
    }

    /// - Throws: `DecodingError` if the code is unknown or a value is missing
    package init(flat decoder: any Decoder) throws {
        let code = try decoder.container(keyedBy: CaseMember.self).decode(String.self, forKey: .code)
        try self.init(from: CaseDecoder(base: decoder, code: code))
    }

    /// Whether the decoder's object has one of the type's codes.
    package static func isNamed(in decoder: any Decoder) throws -> Bool {
        let code = try decoder.container(keyedBy: CaseMember.self).decode(String.self, forKey: .code)
        return CodingKeys(stringValue: code) != nil
    }
}

/// The member that every case has in JSON.
enum CaseMember: String, CodingKey {
    case code
}
