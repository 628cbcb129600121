import Foundation

/// Turns `Encodable` values into ``CanonicalJSON``.
enum CanonicalEncoding {
    /// The greatest integer that every JSON reader keeps exactly (RFC 8259 §6).
    static let greatestInteger = 9_007_199_254_740_991

    static func value(of value: some Encodable, at path: [any CodingKey]) throws -> CanonicalJSON {
        if let date = value as? Date { return .string(Timestamp.text(date)) }
        let encoder = CanonicalEncoder(codingPath: path)
        try value.encode(to: encoder)
        return encoder.node.finished
    }

    static func integer(_ value: some BinaryInteger, at path: [any CodingKey]) throws -> CanonicalJSON {
        guard let number = Int(exactly: value), number.magnitude <= UInt(greatestInteger) else {
            throw refused(value, path, "a whole number beyond 2^53 - 1")
        }
        return .integer(number)
    }

    static func name(_ key: any CodingKey, at path: [any CodingKey]) throws -> String {
        let name = key.stringValue
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw refused(name, path, "a member's name is not ASCII") }
        return name
    }

    static func refused(_ value: Any, _ path: [any CodingKey], _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: reason))
    }
}

/// A value under construction, shared between an encoder and its containers.
final class CanonicalNode {
    private enum Content {
        case nothing
        case value(CanonicalJSON)
        case array([CanonicalNode])
        case object([String: CanonicalNode])
    }

    private var content = Content.nothing

    init() {}

    init(_ value: CanonicalJSON) { content = .value(value) }

    var finished: CanonicalJSON {
        switch content {
        case .nothing: .object([:])
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.finished))
        case .object(let nodes): .object(nodes.mapValues(\.finished))
        }
    }

    var count: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }

    func set(_ value: CanonicalJSON) { content = .value(value) }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func becomeObject() {
        if case .object = content { return }
        content = .object([:])
    }

    func append(_ node: CanonicalNode) {
        guard case .array(var nodes) = content else { return content = .array([node]) }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
    }

    func set(_ node: CanonicalNode, for name: String) {
        guard case .object(var nodes) = content else { return content = .object([name: node]) }
        content = .nothing
        nodes[name] = node
        content = .object(nodes)
    }
}

private struct CanonicalEncoder: Encoder {
    let node = CanonicalNode()
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(CanonicalObject<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return CanonicalArray(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        CanonicalScalar(node: node, codingPath: codingPath)
    }
}

private struct CanonicalObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: CanonicalNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) throws {
        throw CanonicalEncoding.refused("null", codingPath + [key], "absent values are not written")
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let path = codingPath + [key]
        let name = try CanonicalEncoding.name(key, at: path)
        node.set(CanonicalNode(try CanonicalEncoding.value(of: value, at: path)), for: name)
    }

    // Fast path for the most frequent members, without an encoder of their own.

    func encode(_ value: String, forKey key: Key) throws {
        node.set(CanonicalNode(.string(value)), for: try CanonicalEncoding.name(key, at: codingPath + [key]))
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        node.set(CanonicalNode(.bool(value)), for: try CanonicalEncoding.name(key, at: codingPath + [key]))
    }

    func encode(_ value: Int, forKey key: Key) throws {
        let path = codingPath + [key]
        node.set(
            CanonicalNode(try CanonicalEncoding.integer(value, at: path)),
            for: try CanonicalEncoding.name(key, at: path))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
        -> KeyedEncodingContainer<Nested>
    {
        let nested = CanonicalNode()
        nested.becomeObject()
        node.set(nested, for: key.stringValue)
        return KeyedEncodingContainer(CanonicalObject<Nested>(node: nested, codingPath: codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let nested = CanonicalNode()
        nested.becomeArray()
        node.set(nested, for: key.stringValue)
        return CanonicalArray(node: nested, codingPath: codingPath + [key])
    }

    func superEncoder() -> any Encoder { CanonicalEncoder(codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        let encoder = CanonicalEncoder(codingPath: codingPath + [key])
        node.set(encoder.node, for: key.stringValue)
        return encoder
    }
}

private struct CanonicalArray: UnkeyedEncodingContainer {
    let node: CanonicalNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() throws {
        throw CanonicalEncoding.refused("null", codingPath, "absent values are not written")
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        node.append(CanonicalNode(try CanonicalEncoding.value(of: value, at: codingPath)))
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        let nested = CanonicalNode()
        nested.becomeObject()
        node.append(nested)
        return KeyedEncodingContainer(CanonicalObject<Nested>(node: nested, codingPath: codingPath))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let nested = CanonicalNode()
        nested.becomeArray()
        node.append(nested)
        return CanonicalArray(node: nested, codingPath: codingPath)
    }

    func superEncoder() -> any Encoder {
        let encoder = CanonicalEncoder(codingPath: codingPath)
        node.append(encoder.node)
        return encoder
    }
}

private struct CanonicalScalar: SingleValueEncodingContainer {
    let node: CanonicalNode
    let codingPath: [any CodingKey]

    func encodeNil() throws {
        throw CanonicalEncoding.refused("null", codingPath, "absent values are not written")
    }

    func encode(_ value: Bool) throws { node.set(.bool(value)) }
    func encode(_ value: String) throws { node.set(.string(value)) }
    func encode(_ value: Double) throws { try refuse(value) }
    func encode(_ value: Float) throws { try refuse(value) }
    func encode(_ value: Int) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: Int8) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: Int16) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: Int32) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: Int64) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: UInt) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: UInt8) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: UInt16) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: UInt32) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }
    func encode(_ value: UInt64) throws { node.set(try CanonicalEncoding.integer(value, at: codingPath)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        node.set(try CanonicalEncoding.value(of: value, at: codingPath))
    }

    private func refuse(_ value: some BinaryFloatingPoint) throws {
        throw CanonicalEncoding.refused(value, codingPath, "numbers are whole")
    }
}
