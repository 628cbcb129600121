/// Writes the members of one object as the API does: Booleans and numbers as strings, and nothing for `nil`.
struct WireWriter {
    private var members: KeyedEncodingContainer<WireKey>

    init(_ encoder: any Encoder) {
        members = encoder.container(keyedBy: WireKey.self)
    }

    mutating func text(_ key: WireKey, _ value: String?) throws {
        try members.encodeIfPresent(value, forKey: key)
    }

    mutating func flag(_ key: WireKey, _ value: Bool?) throws {
        try members.encodeIfPresent(value.map { $0 ? "true" : "false" }, forKey: key)
    }

    mutating func integer(_ key: WireKey, _ value: Int?) throws {
        try members.encodeIfPresent(value.map { String($0) }, forKey: key)
    }

    mutating func number(_ key: WireKey, _ value: Double?) throws {
        try members.encodeIfPresent(value.map(WireNumber.text), forKey: key)
    }

    mutating func value(_ key: WireKey, _ value: (some Encodable)?) throws {
        try members.encodeIfPresent(value, forKey: key)
    }
}
