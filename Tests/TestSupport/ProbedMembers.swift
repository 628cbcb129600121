/// Finds the members that a wire type reads, by decoding it from a request that has none of them.
///
/// Each member is a path of names, where `0` stands for the first entry of a list.
package enum ProbedMembers {
    package static func paths(of type: (some Decodable).Type) -> [[String]] {
        let log = Log()
        // A type that misses a member stops reading; what it asked for until then is noted.
        _ = try? type.init(from: ProbeDecoder(codingPath: [], log: log))
        return log.paths.sorted { $0.lexicographicallyPrecedes($1) }
    }

    fileprivate final class Log {
        var paths: Set<[String]> = []

        func note(_ path: [any CodingKey]) { paths.insert(path.map(\.stringValue)) }
    }

    fileprivate struct Absent: Error {}

    fileprivate struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { Int(stringValue) }

        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { stringValue = String(intValue) }
    }
}

private struct ProbeDecoder: Decoder {
    let codingPath: [any CodingKey]
    let log: ProbedMembers.Log
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// No request has values that deep.
    static let deepest = 12

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard codingPath.count < Self.deepest else { throw ProbedMembers.Absent() }
        return KeyedDecodingContainer(ProbeObject(codingPath: codingPath, log: log))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { ProbeList(codingPath: codingPath, log: log) }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        log.note(codingPath)
        throw ProbedMembers.Absent()
    }
}

/// An object without members that notes what it is asked for.
private struct ProbeObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let log: ProbedMembers.Log
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool {
        log.note(codingPath + [key])
        return false
    }

    func decodeNil(forKey key: Key) throws -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let value = try decodeIfPresent(type, forKey: key) { return value }
        throw ProbedMembers.Absent()
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let path = codingPath + [key]
        if "\(type)" == "Substance" {
            log.note(path)
        } else {
            _ = try? type.init(from: ProbeDecoder(codingPath: path, log: log))
        }
        return nil
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(ProbeObject<Nested>(codingPath: codingPath + [key], log: log))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        ProbeList(codingPath: codingPath + [key], log: log)
    }

    func superDecoder() throws -> any Decoder { ProbeDecoder(codingPath: codingPath, log: log) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ProbeDecoder(codingPath: codingPath + [key], log: log)
    }
}

/// A list whose first entry is asked for its members.
private struct ProbeList: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let log: ProbedMembers.Log
    let count: Int? = 1
    var isAtEnd: Bool { currentIndex > 0 }
    private(set) var currentIndex = 0

    private var entry: [any CodingKey] { codingPath + [ProbedMembers.Name(intValue: 0)] }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex = 1
        return try type.init(from: ProbeDecoder(codingPath: entry, log: log))
    }

    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        currentIndex = 1
        return KeyedDecodingContainer(ProbeObject<Nested>(codingPath: entry, log: log))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex = 1
        return ProbeList(codingPath: entry, log: log)
    }

    mutating func superDecoder() throws -> any Decoder { ProbeDecoder(codingPath: entry, log: log) }
}
