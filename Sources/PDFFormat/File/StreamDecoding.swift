import Foundation

extension PDFStream {
    /// The default limit on the size of a decoded stream: 32 MiB.
    public static let defaultDecodedLimit = ReadingLimits.standard.decodedBytes

    /// Decodes the stream's filters (ISO 32000-2 §7.4): any chain of FlateDecode and LZWDecode with every predictor,
    /// ASCIIHexDecode, ASCII85Decode and RunLengthDecode. Image filters are not supported.
    ///
    /// Filter entries must be direct; for indirect ones, use ``PDFDocument/decoded(_:limit:)``.
    ///
    /// - Throws: `PDFError.unsupported` for another filter or damaged data, `.beyondLimits` for more than `limit` bytes
    public func decoded(limit: Int = PDFStream.defaultDecodedLimit) throws(PDFError) -> Data {
        try decoded(limit: limit, meter: nil)
    }

    package func decoded(limit: Int, meter: ReadingMeter?) throws(PDFError) -> Data {
        try FilterChain(dictionary).decode(encodedBytes, limit: limit, meter: meter)
    }
}

extension PDFDocument {
    /// Decodes the stream's filters, resolving indirect filter entries.
    ///
    /// - Throws: the errors of ``PDFStream/decoded(limit:)``, and `PDFError.beyondLimits`
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
