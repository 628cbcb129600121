import Foundation

extension PDFStream {
    /// The most bytes that a stream may decode to unless told otherwise: 32 MiB.
    public static let defaultDecodedLimit = ReadingLimits.standard.decodedBytes

    /// The stream's bytes with its filters undone (ISO 32000-2 §7.4): FlateDecode and LZWDecode with every predictor,
    /// ASCIIHexDecode, ASCII85Decode and RunLengthDecode, one after another. The filters of images are not known.
    ///
    /// Filter entries must be direct; use ``PDFDocument/decoded(_:limit:)`` for a stream whose are not.
    ///
    /// - Throws: `PDFError.unsupported` for another filter or damaged data, `.beyondLimits` for more than `limit` bytes.
    public func decoded(limit: Int = PDFStream.defaultDecodedLimit) throws(PDFError) -> Data {
        try decoded(limit: limit, meter: nil)
    }

    package func decoded(limit: Int, meter: ReadingMeter?) throws(PDFError) -> Data {
        try FilterChain(dictionary).decode(encodedBytes, limit: limit, meter: meter)
    }
}

extension PDFDocument {
    /// The stream's bytes with its filters undone, indirect filter entries followed.
    ///
    /// - Throws: what ``PDFStream/decoded(limit:)`` throws, and `PDFError.beyondLimits`.
    public func decoded(
        _ stream: PDFStream, limit: Int = PDFStream.defaultDecodedLimit
    ) throws(PDFError) -> Data {
        var direct = stream
        for key in ["Filter", "DecodeParms"] {
            guard let value = stream.dictionary[key] else { continue }
            var resolved = try resolve(value)
            if case .array(let elements) = resolved {
                var values: [PDFObject] = []
                for element in elements.prefix(FilterChain.longest + 1) { values.append(try resolve(element)) }
                resolved = .array(values)
            }
            direct.dictionary[key] = resolved
        }
        return try direct.decoded(limit: limit, meter: meter)
    }
}
