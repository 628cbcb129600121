/// The crypt filters of a file for strings, streams and embedded files (ISO 32000-2 §7.6.6 and table 20).
struct CryptFilters: Sendable {
    private static let mostNamed = 64

    let strings: CryptFilter
    private let streams: CryptFilter
    private let embeddedFiles: CryptFilter
    private let named: [String: CryptFilter]
    /// The length of the file's key, in bytes.
    let keyLength: Int
    let encryptsMetadata: Bool

    /// - Throws: `PDFError.unsupported` for an unknown method
    init(_ values: EncryptionDictionary) throws(PDFError) {
        let version = try values.integer("V") ?? 0
        let bits = try values.integer("Length")
        encryptsMetadata = version >= 4 ? try values.bool("EncryptMetadata") ?? true : true
        switch version {
        case 1, 2:
            keyLength = version == 1 ? 5 : try Self.bytes(bits ?? 40)
            (strings, streams, embeddedFiles) = (.rc4, .rc4, .rc4)
            named = [:]
        case 4, 5:
            let dictionaries = try values.dictionary("CF")
            var named: [String: CryptFilter] = [:]
            var lengthOfFilter: Int?
            let streamName = try values.name("StmF") ?? "Identity"
            for key in (dictionaries?.dictionary.keys ?? []).prefix(Self.mostNamed) {
                guard let filter = try dictionaries?.dictionary(key) else { continue }
                named[key] = try Self.filter(filter)
                if key == streamName { lengthOfFilter = try filter.integer("Length") }
            }
            named["Identity"] = .identity
            func filter(_ name: String) throws(PDFError) -> CryptFilter {
                guard let filter = named[name] else {
                    throw .unsupported("its encryption names a crypt filter \(name) that it does not have")
                }
                return filter
            }
            streams = try filter(streamName)
            strings = try filter(try values.name("StrF") ?? "Identity")
            embeddedFiles = try filter(try values.name("EFF") ?? streamName)
            self.named = named
            // The filter's own length is in bytes, but some programs write bits.
            let other = lengthOfFilter.map { $0 < 40 ? $0 * 8 : $0 }
            keyLength = version == 5 ? 32 : try Self.bytes(bits ?? other ?? 128)
        default:
            throw .unsupported("its encryption has the version \(version), which is not known here")
        }
    }

    private static func bytes(_ bits: Int) throws(PDFError) -> Int {
        guard bits % 8 == 0, (40...128).contains(bits) else {
            throw .unsupported("its encryption has a key of \(bits) bits")
        }
        return bits / 8
    }

    private static func filter(_ values: EncryptionDictionary) throws(PDFError) -> CryptFilter {
        switch try values.name("CFM") {
        case nil, "None": return .identity
        case "V2": return .rc4
        case "AESV2": return .aes128
        case "AESV3": return .aes256
        case .some(let method): throw .unsupported("its encryption uses the method \(method), which is not known here")
        }
    }

    /// Returns the filter of a stream: the one that the stream names, or the default for its kind.
    func filter(of dictionary: PDFDictionary) -> CryptFilter {
        if let name = Self.ownFilter(dictionary) { return named[name] ?? .identity }
        switch dictionary["Type"] {
        case .name("Metadata") where !encryptsMetadata: return .identity
        case .name("EmbeddedFile"): return embeddedFiles
        default: return streams
        }
    }

    /// Returns the crypt filter that the stream's `/Crypt` filter names; `nil` if there is none.
    private static func ownFilter(_ dictionary: PDFDictionary) -> String? {
        let filters = dictionary["Filter"]?.arrayValue ?? dictionary["Filter"].map { [$0] } ?? []
        guard let index = filters.firstIndex(of: .name("Crypt")) else { return nil }
        let parameters = dictionary["DecodeParms"]?.arrayValue ?? dictionary["DecodeParms"].map { [$0] } ?? []
        guard index < parameters.count else { return "Identity" }
        return parameters[index].dictionaryValue?["Name"]?.nameValue ?? "Identity"
    }
}
