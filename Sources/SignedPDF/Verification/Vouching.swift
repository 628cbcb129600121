/// One signer who answers for others.
///
/// A device that signs without a network issues its own certificates: they show that one key signed, not whose it is. Who
/// has checked that - a service, before it seals - names in its own signature the fields for which it answers. That
/// entry of the signature dictionary is covered by the signature, and other readers pass it over (ISO 32000-2 annex E).
enum Vouching {
    static let key = "CountersignVouchesFor"
    /// How many fields one signature can answer for.
    private static let most = 10_000

    static func fields(in signature: PDFDictionary) -> Set<String> {
        Set((signature[key]?.arrayValue ?? []).prefix(most).compactMap(\.textValue))
    }

    /// Notes who vouches for signatures that are faultless but lead to no trust anchor: a trusted and faultless signature
    /// that was made later, over the one that it names.
    ///
    /// - Parameter checks: What was found out about each signature by itself, in the order of the reports.
    static func note(in reports: inout [SignatureReport], _ checks: [SignatureCheck]) {
        let vouchers = zip(reports, checks).filter { report, check in
            report.isFaultless && report.trusted && !check.vouchesFor.isEmpty
        }.map(\.1)
        guard !vouchers.isEmpty else { return }
        for index in reports.indices where reports[index].isFaultless && !reports[index].trusted {
            guard let end = checks[index].placement.revisionEnd else { continue }
            let voucher = vouchers.first { voucher in
                voucher.vouchesFor.contains(reports[index].field) && voucher.placement.revisionEnd ?? 0 > end
            }
            reports[index].vouchedBy = voucher?.signer
        }
    }
}

extension PDFDocument {
    /// The names of the fields that are signed.
    ///
    /// - Throws: ``PDFError`` if the file cannot be read so far as to find them.
    public func signedFieldNames() throws(PDFError) -> [String] {
        try SignedField.all(in: self, tree: try FieldTree(self)).map(\.name)
    }
}
