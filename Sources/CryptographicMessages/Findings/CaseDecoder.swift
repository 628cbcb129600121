import Foundation

/// Decodes the output of ``CaseEncoder``: presents the flat object as the nested object that Swift expects.
struct CaseDecoder: Decoder {
    let base: any Decoder
    let code: String

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(OuterContainer(base: base, code: code))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }

    private struct OuterContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let base: any Decoder
        let code: String
        var codingPath: [any CodingKey] { base.codingPath }
        var allKeys: [Key] { Key(stringValue: code).map { [$0] } ?? [] }

        func contains(_ key: Key) -> Bool { key.stringValue == code }
        func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try T(from: base) }
        func nestedContainer<Label: CodingKey>(
            keyedBy type: Label.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Label> {
            KeyedDecodingContainer(FactContainer(base: try base.container(keyedBy: type)))
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try base.unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder { base }
        func superDecoder(forKey key: Key) throws -> any Decoder { base }
    }

    private struct FactContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let base: KeyedDecodingContainer<Key>
        var codingPath: [any CodingKey] { base.codingPath }
        var allKeys: [Key] { base.allKeys }

        func contains(_ key: Key) -> Bool { base.contains(key) }
        func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            let value: Any? =
                switch type {
                case is Date.Type: try Date(base.decode(String.self, forKey: key), strategy: .iso8601)
                case let type as any CodedCase.Type: try type.init(flat: base.superDecoder(forKey: key))
                case let type as any CodedList.Type: try type.init(list: base.nestedUnkeyedContainer(forKey: key))
                default: try base.decode(type, forKey: key)
                }
            guard let value = value as? T else {
                throw DecodingError.dataCorruptedError(forKey: key, in: base, debugDescription: "another type")
            }
            return value
        }

        func nestedContainer<Label: CodingKey>(
            keyedBy type: Label.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Label> { try base.nestedContainer(keyedBy: type, forKey: key) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try base.nestedUnkeyedContainer(forKey: key)
        }
        func superDecoder() throws -> any Decoder { try base.superDecoder() }
        func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
    }
}

private protocol CodedList {
    init(list: any UnkeyedDecodingContainer) throws
}

extension Array: CodedList where Element: CodedCase {
    fileprivate init(list: any UnkeyedDecodingContainer) throws {
        var container = list
        self = []
        while !container.isAtEnd { append(try Element(flat: container.superDecoder())) }
    }
}
