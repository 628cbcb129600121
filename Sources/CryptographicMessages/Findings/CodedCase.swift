/// A case with its facts, which programs know by a stable code.
///
/// The codes are the raw values of the type's coding keys. As JSON a case is one flat object: its `code`, and each fact
/// under the name of its label, dates in ISO 8601. A fact that is such a case itself is an object within.
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

    /// Writes the code and the facts as members of the object that the encoder writes.
    package func encodeFlat(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CaseMember.self)
        try container.encode(caseCode, forKey: .code)
        try encode(to: CaseEncoder(encoder))
    }

    /// - Throws: `DecodingError` if the object's code is none of the type's, or a fact is missing.
    package init(flat decoder: any Decoder) throws {
        let code = try decoder.container(keyedBy: CaseMember.self).decode(String.self, forKey: .code)
        try self.init(from: CaseDecoder(base: decoder, code: code))
    }

    /// Whether the object that a decoder reads has one of the type's codes.
    package static func isNamed(in decoder: any Decoder) throws -> Bool {
        let code = try decoder.container(keyedBy: CaseMember.self).decode(String.self, forKey: .code)
        return CodingKeys(stringValue: code) != nil
    }
}

/// What every case has as JSON.
enum CaseMember: String, CodingKey {
    case code
}
