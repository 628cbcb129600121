/// One member of an object of the API: its name, where its value stands, and how it is read and written.
///
/// A type lists its members once (``WireRecord/members``). From the list follow what a request may hold, what it must
/// not hold, what is named as ignored, and what an answer has.
struct WireMember<Object>: Sendable {
    typealias Path<Value> = any WritableKeyPath<Object, Value> & Sendable
    typealias Reading = @Sendable (WireReader, inout Object) throws -> Void
    typealias Writing = @Sendable (Object, inout WireWriter) throws -> Void

    let read: Reading
    let write: Writing

    init(read: @escaping Reading = { _, _ in }, write: @escaping Writing = { _, _ in }) {
        self.read = read
        self.write = write
    }
}

/// Members with a value.
extension WireMember {
    /// A text that may be empty.
    static func text(_ key: WireKey, _ path: Path<String?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.text(key)
        } write: {
            try $1.text(key, $0[keyPath: path])
        }
    }

    /// A text; an empty one counts as absent.
    static func name(_ key: WireKey, _ path: Path<String?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.name(key)
        } write: {
            try $1.text(key, $0[keyPath: path])
        }
    }

    static func flag(_ key: WireKey, _ path: Path<Bool?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.flag(key)
        } write: {
            try $1.flag(key, $0[keyPath: path])
        }
    }

    /// A flag that the API writes as a JSON Boolean.
    static func plainFlag(_ key: WireKey, _ path: Path<Bool?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.flag(key)
        } write: {
            try $1.value(key, $0[keyPath: path])
        }
    }

    static func integer(_ key: WireKey, _ path: Path<Int?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.integer(key)
        } write: {
            try $1.integer(key, $0[keyPath: path])
        }
    }

    /// A count, or a position from 1; 0 counts as absent.
    static func count(_ key: WireKey, _ path: Path<Int?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.count(key)
        } write: {
            try $1.integer(key, $0[keyPath: path])
        }
    }

    static func number(_ key: WireKey, _ path: Path<Double?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.number(key)
        } write: {
            try $1.number(key, $0[keyPath: path])
        }
    }

    /// A size; 0 counts as absent.
    static func size(_ key: WireKey, _ path: Path<Double?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.size(key)
        } write: {
            try $1.number(key, $0[keyPath: path])
        }
    }

    static func texts(_ key: WireKey, _ path: Path<[String]?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.texts(key)
        } write: {
            try $1.value(key, $0[keyPath: path])
        }
    }

    static func textsByName(_ key: WireKey, _ path: Path<[String: String]?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.textsByName(key)
        } write: {
            try $1.value(key, $0[keyPath: path])
        }
    }

    static func object<Value: WireObject & Encodable & SendableMetatype>(_ key: WireKey, _ path: Path<Value?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.object(key, as: Value.self)
        } write: {
            try $1.value(key, $0[keyPath: path])
        }
    }

    static func list<Value: WireObject & Encodable & SendableMetatype>(_ key: WireKey, _ path: Path<[Value]?>) -> Self {
        Self {
            $1[keyPath: path] = try $0.list(key, of: Value.self)
        } write: {
            try $1.value(key, $0[keyPath: path])
        }
    }

    /// A list that answers always have: an absent one is written as an empty one.
    static func fullList<Value: WireObject & Encodable & SendableMetatype>(_ key: WireKey, _ path: Path<[Value]?>)
        -> Self
    {
        Self {
            $1[keyPath: path] = try $0.list(key, of: Value.self)
        } write: {
            try $1.value(key, $0[keyPath: path] ?? [])
        }
    }

    /// A member that is only written here; ``WireRecord/complete(_:)`` reads it, or nothing does.
    static func answer<Value: Encodable & SendableMetatype>(_ key: WireKey, _ path: Path<Value?>) -> Self {
        Self(write: { try $1.value(key, $0[keyPath: path]) })
    }

    static func answer<Value: Encodable & SendableMetatype>(_ key: WireKey, _ path: Path<[Value]>) -> Self {
        Self(write: { try $1.value(key, $0[keyPath: path]) })
    }

    /// A member with one value in every answer, which requests are not read for.
    static func constant(_ key: WireKey, _ value: some Encodable & Sendable) -> Self {
        Self(write: { try $1.value(key, value) })
    }

    /// A flag that is accepted with any value, for what it asks for is always done.
    static func accepted(flag key: WireKey) -> Self {
        Self(read: { reader, _ in _ = try reader.flag(key) })
    }
}

/// Members that requests must not have, and members without effect.
extension WireMember {
    /// Members that must not ask for something (``Substance``).
    static func refused(_ keys: [WireKey], because reason: String = WireReader.unsupported) -> Self {
        Self(read: { reader, _ in try reader.refuse(keys, because: reason) })
    }

    /// Members that must not have a text: an access code may be 0, or false.
    static func refused(texts keys: [WireKey], because reason: String = WireReader.unsupported) -> Self {
        Self(read: { reader, _ in try reader.refuse(texts: keys, because: reason) })
    }

    /// A member that can only have one value.
    static func only(_ value: String, _ key: WireKey) -> Self {
        Self(read: { reader, _ in try reader.refuse(key, unless: value) })
    }

    /// A flag that can only be true.
    static func onlyTrue(_ key: WireKey) -> Self {
        Self(read: { reader, _ in
            if try reader.flag(key) == false { throw reader.refusal(key, "can only be true") }
        })
    }

    /// Members with any text that has no effect.
    static func ignored(texts keys: [WireKey]) -> Self {
        Self(read: { reader, _ in try reader.ignore(texts: keys) })
    }

    /// A member that has no effect, and is named unless it has its usual value.
    static func ignored(_ key: WireKey, unless usual: String) -> Self {
        Self(read: { reader, _ in try reader.ignore(key, unless: usual) })
    }

    /// A flag that has no effect, and is named if it is false.
    static func ignored(ifFalse key: WireKey) -> Self {
        Self(read: { reader, _ in try reader.ignore(ifFalse: key) })
    }
}

/// An object whose members are listed once.
protocol WireRecord: WireObject, Encodable {
    init()

    /// In the order in which they are read: the first that is wrong is reported.
    static var members: [WireMember<Self>] { get }

    /// Reads what depends on several members, after all of them.
    ///
    /// - Throws: `APIError` for members that contradict each other
    mutating func complete(_ reader: WireReader) throws

    /// Writes what no single member holds.
    func writeOthers(to writer: inout WireWriter) throws
}

extension WireRecord {
    init(reading reader: WireReader) throws {
        self.init()
        for member in Self.members { try member.read(reader, &self) }
        try complete(reader)
    }

    package func encode(to encoder: any Encoder) throws {
        var writer = WireWriter(encoder)
        for member in Self.members { try member.write(self, &writer) }
        try writeOthers(to: &writer)
    }

    mutating func complete(_ reader: WireReader) throws {}
    func writeOthers(to writer: inout WireWriter) throws {}
}
