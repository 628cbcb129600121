import Foundation

extension PDFStream {
    /// The most bytes that a stream may decode to unless told otherwise: 64 MiB.
    public static let defaultDecodedLimit = 64 << 20

    /// The stream's bytes with its filters undone (ISO 32000-2 §7.4).
    ///
    /// FlateDecode, ASCIIHexDecode and ASCII85Decode are known: what object streams and cross-reference streams use.
    /// Filter entries must be direct; use ``PDFDocument/decoded(_:limit:)`` for a stream whose are not.
    ///
    /// - Throws: `PDFError.unsupported` for another filter, damaged data, or more than `limit` bytes.
    public func decoded(limit: Int = PDFStream.defaultDecodedLimit) throws(PDFError) -> Data {
        let filters: [String]
        switch dictionary["Filter"] ?? dictionary["F"] {
        case nil: filters = []
        case .name(let name): filters = [name]
        case .array(let names): filters = names.map { $0.nameValue ?? "?" }
        default: throw .unsupported("a stream's filter is no name")
        }
        guard filters.count <= 8 else { throw .unsupported("a stream has more than eight filters") }
        let parameters: [PDFDictionary]
        switch dictionary["DecodeParms"] ?? dictionary["DP"] {
        case .dictionary(let only): parameters = [only]
        case .array(let each): parameters = each.map { $0.dictionaryValue ?? [:] }
        default: parameters = []
        }
        var bytes = encodedBytes
        for (index, filter) in filters.enumerated() {
            let parameters = index < parameters.count ? parameters[index] : [:]
            switch filter {
            case "FlateDecode", "Fl":
                let inflated = try FlateFilter.inflate(bytes, limit: limit)
                bytes = Data(try Predictor(parameters).undo(inflated))
            case "ASCIIHexDecode", "AHx": bytes = ASCIIFilters.decodeHex(bytes)
            case "ASCII85Decode", "A85": bytes = ASCIIFilters.decode85(bytes)
            default: throw .unsupported("a stream's filter \(filter) is not known")
            }
        }
        return bytes
    }
}

extension PDFDocument {
    /// The stream's bytes with its filters undone, indirect filter entries followed.
    public func decoded(
        _ stream: PDFStream, limit: Int = PDFStream.defaultDecodedLimit
    ) throws(PDFError) -> Data {
        var direct = stream
        for key in ["Filter", "DecodeParms"] {
            guard let value = stream.dictionary[key] else { continue }
            var resolved = try resolve(value)
            if case .array(let elements) = resolved {
                var values: [PDFObject] = []
                for element in elements { values.append(try resolve(element)) }
                resolved = .array(values)
            }
            direct.dictionary[key] = resolved
        }
        return try direct.decoded(limit: limit)
    }
}
