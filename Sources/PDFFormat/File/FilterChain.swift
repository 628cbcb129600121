import Foundation

/// A stream's filters and their parameters, in decoding order (ISO 32000-2 §7.4).
struct FilterChain {
    /// Longer chains are rejected: they only serve to keep a reader busy.
    static let longest = 8

    private let steps: [(filter: String, parameters: PDFDictionary)]

    /// - Throws: `PDFError.unsupported` if the filters are not a list of names, or are too many
    init(_ dictionary: PDFDictionary) throws(PDFError) {
        let filters: [String]
        switch dictionary["Filter"] ?? dictionary["F"] {
        case nil: filters = []
        case .name(let name): filters = [name]
        case .array(let names): filters = names.map { $0.nameValue ?? "?" }
        default: throw .unsupported("a stream's filter is not a name")
        }
        guard filters.count <= Self.longest else {
            throw .unsupported("a stream has more than \(Self.longest) filters")
        }
        let parameters: [PDFDictionary]
        switch dictionary["DecodeParms"] ?? dictionary["DP"] {
        case .dictionary(let only): parameters = [only]
        case .array(let each): parameters = each.map { $0.dictionaryValue ?? [:] }
        default: parameters = []
        }
        steps = filters.enumerated().map { ($1, $0 < parameters.count ? parameters[$0] : [:]) }
    }

    /// - Throws: `PDFError.unsupported` for an unknown filter or damaged data; `.beyondLimits` if any filter returns
    ///   more than `limit` bytes, or the meter's limit is reached
    func decode(_ encoded: Data, limit: Int, meter: ReadingMeter?) throws(PDFError) -> Data {
        do throws(PDFError) {
            return try decodeSteps(encoded, limit: limit, meter: meter)
        } catch {
            // The failed attempt took work, and may be repeated.
            if case .beyondLimits = error { try meter?.charge(limit / 2) }
            throw error
        }
    }

    private func decodeSteps(_ encoded: Data, limit: Int, meter: ReadingMeter?) throws(PDFError) -> Data {
        var bytes = encoded
        for step in steps {
            try meter?.charge(bytes.count)
            switch step.filter {
            case "FlateDecode", "Fl":
                // Some programs name the filter for a stream of no bytes, which viewers take for empty.
                guard !bytes.isEmpty else { continue }
                bytes = try predicted(FlateFilter.inflate(bytes, limit: limit), step.parameters, meter)
            case "LZWDecode", "LZW":
                let early = step.parameters["EarlyChange"]?.integerValue != 0
                let decoded = try LZWFilter.decode(bytes, earlyChange: early, limit: limit)
                try meter?.charge(decoded.count)
                bytes = try predicted(decoded, step.parameters, meter)
            case "ASCIIHexDecode", "AHx": bytes = Data(ASCIIFilters.decodeHex(bytes))
            case "ASCII85Decode", "A85": bytes = Data(try ASCIIFilters.decode85(bytes, limit: limit))
            case "RunLengthDecode", "RL": bytes = Data(try RunLengthFilter.decode(bytes, limit: limit))
            case "Crypt": continue  // undone when the object was read
            default: throw .unsupported("a stream's filter \(step.filter) is not known")
            }
            try meter?.charge(bytes.count / 2)
        }
        return bytes
    }

    private func predicted(
        _ bytes: [UInt8], _ parameters: PDFDictionary, _ meter: ReadingMeter?
    ) throws(PDFError) -> Data {
        let predictor = Predictor(parameters)
        guard predictor.kind > 1 else { return Data(bytes) }
        try meter?.charge(bytes.count * 2)
        return Data(try predictor.undo(bytes))
    }
}
