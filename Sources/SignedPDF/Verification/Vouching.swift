/// Lets one signer vouch for others.
///
/// A device that signs offline issues its own certificates. They show that one key signed, but not whose key it is. A
/// service that has verified this vouches by naming the fields in its own signature when it seals. The signature covers
/// that entry of its dictionary, and other readers ignore the entry (ISO 32000-2 annex E).
enum Vouching {
    static let key = "CountersignVouchesFor"
    /// The most fields that one signature can vouch for.
    private static let most = 10_000

    static func fields(in signature: PDFDictionary) -> Set<ExactName> {
        Set((signature[key]?.arrayValue ?? []).prefix(most).compactMap(\.textValue).map(ExactName.init))
    }

    /// Records who vouches for signatures that are faultless but lead to no trust anchor: the signer of a later,
    /// trusted and faultless signature that covers and names them.
    ///
    /// - Parameter checks: the check of each signature by itself, in the order of the reports
    static func note(in reports: inout [SignatureReport], _ checks: [SignatureCheck]) {
        let vouchers = zip(reports, checks).filter { report, check in
            report.isFaultless && report.trusted && report.kind == .person && !check.vouchesFor.isEmpty
        }.map(\.1)
        guard !vouchers.isEmpty else { return }
        for index in reports.indices where reports[index].isFaultless && !reports[index].trusted {
            guard let end = checks[index].placement.revisionEnd else { continue }
            let voucher = vouchers.first { voucher in
                voucher.vouchesFor.contains(ExactName(reports[index].field)) && voucher.placement.revisionEnd ?? 0 > end
            }
            reports[index].vouchedBy = voucher?.signer
        }
    }
}

extension PDFDocument {
    /// Returns the names of the signed fields.
    ///
    /// - Throws: ``PDFError`` if the file is too damaged to find them
    public func signedFieldNames() throws(PDFError) -> [String] {
        try SignedField.all(in: self, tree: try FieldTree(self)).map(\.name)
    }
}
