import Crypto
import Foundation

@testable import SignedPDF
@testable import TestSupport

/// Signs as a careless or hostile program would: correctly, but not over all that it should.
enum LooseSigner {
    /// - Parameters:
    ///   - leavingOutMore: How many bytes before the signature value are left out of the byte range besides.
    ///   - stoppingShort: How many bytes before the file's end the byte range ends.
    ///   - entries: Further entries of the signature dictionary.
    ///   - fields: Further fields, from object 30 on.
    ///   - catalog: Further entries of the catalog.
    ///   - form: Further entries of the form.
    ///   - lock: Further entries of the signature field.
    ///   - container: The signature container over the covered bytes, where it is not the usual one.
    static func sign(
        _ file: Data, by signer: some DocumentSigner, leavingOutMore extra: Int = 0, stoppingShort missing: Int = 0,
        entries: String = "", fields: [String] = [], catalog: String = "", form: String = "", lock: String = "",
        container: ((Data) async throws -> Data)? = nil
    ) async throws -> Data {
        let others = fields.indices.map { " \(30 + $0) 0 R" }.joined()
        let unsigned = try SignedFiles.appending(
            fields.enumerated().map { (30 + $0.offset, $0.element) } + [
                (1, "<</Type/Catalog/Pages 2 0 R/AcroForm 22 0 R\(catalog)>>"),
                (22, "<</Fields[20 0 R\(others)]/SigFlags 3\(form)>>"),
                (20, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/Rect[0 0 0 0]/P 3 0 R/V 21 0 R\(lock)>>"),
                (21, try value(for: signer, entries: entries)),
            ], to: file)
        return try await complete(
            unsigned, by: signer, leavingOutMore: extra, stoppingShort: missing, container: container)
    }

    /// A signature dictionary with room for a signature, which ``complete(_:by:leavingOutMore:stoppingShort:)`` fills.
    static func value(for signer: some DocumentSigner, entries: String = "") throws -> String {
        let room = 2 * (try CMSSignature.estimatedSize(for: signer))
        return "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached\(entries)/ByteRange[0000000000]"
            + String(repeating: " ", count: 60) + "/Contents<" + String(repeating: "0", count: room) + ">>>"
    }

    /// Signs a file that has one empty value.
    ///
    /// - Parameter container: The signature container over the covered bytes, where it is not the usual one.
    static func complete(
        _ unsigned: Data, by signer: some DocumentSigner, leavingOutMore extra: Int = 0, stoppingShort missing: Int = 0,
        container: ((Data) async throws -> Data)? = nil
    ) async throws -> Data {
        let room = 2 * (try CMSSignature.estimatedSize(for: signer))
        let start = (unsigned.range(of: Data("/Contents<0000".utf8))?.lowerBound ?? 0) + 9
        let end = start + room + 2
        var numbers = "[0 \(start - extra) \(end) \(unsigned.count - end - missing)]"
        numbers += String(repeating: " ", count: 12 + 60 - extra - numbers.utf8.count)
        var signed = unsigned
        let place = unsigned.range(of: Data("[0000000000]".utf8))?.lowerBound ?? 0
        signed.replaceSubrange(place..<place + numbers.utf8.count, with: Data(numbers.utf8))
        let covered = signed[..<(start - extra)] + signed[end..<(signed.count - missing)]
        let value =
            if let container {
                try await container(covered)
            } else {
                try await CMSSignature.detached(digest: SHA256.hash(data: covered), signer: signer)
            }
        let digits = value.map { String(format: "%02x", $0) }.joined()
        signed.replaceSubrange(start + 1..<start + 1 + digits.utf8.count, with: Data(digits.utf8))
        return signed
    }
}
