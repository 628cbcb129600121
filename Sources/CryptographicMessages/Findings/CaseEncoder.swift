import Foundation

/// Encodes an enum's case flat: Swift nests the case's object in another one, and this writes only the inner object.
struct CaseEncoder: Encoder {
    /// The outer object's only key.
    final class Code {
        var text = ""
    }

    let code = Code()
    /// `nil` if only the code is needed.
    private let base: (any Encoder)?

    init(_ base: (any Encoder)?) {
        self.base = base
    }

    var codingPath: [any CodingKey] { base?.codingPath ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(OuterContainer(base: base, code: code))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("the facts of a case have labels") }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        preconditionFailure("the facts of a case have labels")
    }

    private struct OuterContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let base: (any Encoder)?
        let code: Code
        var codingPath: [any CodingKey] { base?.codingPath ?? [] }

        mutating func nestedContainer<Label: CodingKey>(
            keyedBy type: Label.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Label> {
            code.text = key.stringValue
            return KeyedEncodingContainer(FactContainer(base: base?.container(keyedBy: Label.self)))
        }

        mutating func encodeNil(forKey key: Key) throws {}
        mutating func encode(_ value: some Encodable, forKey key: Key) throws {}
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            CaseEncoder(base).unkeyedContainer()
        }
        mutating func superEncoder() -> any Encoder { CaseEncoder(base) }
        mutating func superEncoder(forKey key: Key) -> any Encoder { CaseEncoder(base) }
    }

    private struct FactContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        var base: KeyedEncodingContainer<Key>?
        var codingPath: [any CodingKey] { base?.codingPath ?? [] }

        mutating func encodeNil(forKey key: Key) throws { try base?.encodeNil(forKey: key) }

        mutating func encode(_ value: some Encodable, forKey key: Key) throws {
            switch value {
            case let date as Date: try base?.encode(date.formatted(.iso8601), forKey: key)
            case let inner as any CodedCase:
                if let encoder = base?.superEncoder(forKey: key) { try inner.encodeFlat(to: encoder) }
            case let list as [any CodedCase]:
                guard var container = base?.nestedUnkeyedContainer(forKey: key) else { return }
                for inner in list { try inner.encodeFlat(to: container.superEncoder()) }
            default: try base?.encode(value, forKey: key)
            }
        }

        mutating func nestedContainer<Label: CodingKey>(
            keyedBy type: Label.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Label> {
            base?.nestedContainer(keyedBy: type, forKey: key) ?? KeyedEncodingContainer(FactContainer<Label>(base: nil))
        }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            base?.nestedUnkeyedContainer(forKey: key) ?? CaseEncoder(nil).unkeyedContainer()
        }
        mutating func superEncoder() -> any Encoder { base?.superEncoder() ?? CaseEncoder(nil) }
        mutating func superEncoder(forKey key: Key) -> any Encoder {
            base?.superEncoder(forKey: key) ?? CaseEncoder(nil)
        }
    }
}
