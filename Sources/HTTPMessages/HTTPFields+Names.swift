import Foundation

extension HTTPFields {
    /// The value of a field without an HTTPTypes constant; always `nil` if the name is not a token.
    public subscript(named name: String) -> String? {
        get { HTTPField.Name(name).flatMap { self[$0] } }
        set { if let name = HTTPField.Name(name) { self[name] = newValue } }
    }

    /// Creates fields from a dictionary with names in any case; names that are not tokens are dropped.
    public init(_ fields: [String: String]) {
        self.init()
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { self[named: name] = value }
    }

    /// The fields by name as written; values with the same name are combined.
    public var byName: [String: String] {
        Dictionary(map { ($0.name.rawName, self[$0.name] ?? "") }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns these fields, with the others replacing those of the same name.
    public func replacing(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = others[field.name] }
        return fields
    }

    /// The media type of the body, in lower case and without parameters.
    public var mediaType: String? {
        self[.contentType]?
            .split(separator: ";", maxSplits: 1).first
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// Returns the values of the cookies with a name, in order (RFC 6265 §4.2).
    public func cookies(named name: String) -> [String] {
        (self[.cookie] ?? "").split(separator: ";").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 && parts[0] == name ? parts[1] : nil
        }
    }
}
