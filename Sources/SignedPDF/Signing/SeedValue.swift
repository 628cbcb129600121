import DescribedErrors

/// What a signature field's author demands of the signature in it (`/SV`, ISO 32000-2 §12.7.5.5 and table 237).
///
/// Entries are demands where the matching bit of `/Ff` is set, and otherwise only proposals.
struct SeedValue {
    /// What is known of a signature before it is made.
    struct Order {
        var digest: String
        var reason: String?
        var certification: CertificationLevel?
        var hasTimestamp: Bool
    }

    private let entries: PDFDictionary
    private let flags: Int
    private let document: PDFDocument

    /// Returns `nil` for a field whose author demands nothing.
    init?(of field: PDFDictionary, in document: PDFDocument) throws(PDFError) {
        guard let entries = try document.resolve(field["SV"] ?? .null).dictionaryValue else { return nil }
        self.entries = entries
        self.document = document
        flags = try document.resolve(entries["Ff"] ?? .null).integerValue ?? 0
    }

    /// Returns the first demand that a signature does not meet, as a part of a sentence.
    func unmetDemand(on order: Order) throws(PDFError) -> String? {
        if demands(1), try value("Filter").nameValue != "Adobe.PPKLite" { return "its author demands another handler" }
        if demands(2), try !names("SubFilter").contains("ETSI.CAdES.detached") {
            return "its author demands another format than PAdES (ETSI.CAdES.detached)"
        }
        if demands(3), try (value("V").realValue ?? 0) > 3 { return "its author demands a newer kind of signature" }
        if let problem = try unmetReason(order) { return problem }
        if demands(5) { return "its author demands a legal attestation" }
        if demands(6), try value("AddRevInfo") == .bool(true) {
            return "its author demands revocation information in the signature itself"
        }
        if demands(7) {
            let digests = try texts("DigestMethod").map { $0.filter { $0 != "-" }.uppercased() }
            if !digests.contains(order.digest.filter { $0 != "-" }.uppercased()) {
                return
                    "its author demands \(listed(try texts("DigestMethod"))), and the signature would use \(order.digest)"
            }
        }
        if let level = try value("MDP").dictionaryValue.flatMap({ $0["P"]?.integerValue }),
            (order.certification?.rawValue ?? 0) != level
        {
            return level == 0
                ? "its author demands an ordinary signature, not a certification"
                : "its author demands a certification of level \(level)"
        }
        if try flags(of: "TimeStamp") & 1 != 0, !order.hasTimestamp { return "its author demands a timestamp" }
        if try flags(of: "Cert") != 0 { return "its author demands certain certificates, which is not supported" }
        return nil
    }

    private func unmetReason(_ order: Order) throws(PDFError) -> String? {
        guard demands(4) else { return nil }
        let reasons = try texts("Reasons")
        // A single full stop, or none, stands for no reason at all.
        if reasons.isEmpty || reasons == ["."] {
            return order.reason == nil ? nil : "its author permits no reason"
        }
        guard order.reason.map(reasons.contains) != true else { return nil }
        return "its author demands one of these reasons: \(listed(reasons))"
    }

    private func demands(_ bit: Int) -> Bool { flags & 1 << (bit - 1) != 0 }

    private func value(_ key: String) throws(PDFError) -> PDFObject { try document.resolve(entries[key] ?? .null) }

    private func flags(of key: String) throws(PDFError) -> Int {
        try document.resolve(value(key).dictionaryValue?["Ff"] ?? .null).integerValue ?? 0
    }

    private static let mostElements = 100

    private func elements(_ key: String) throws(PDFError) -> [PDFObject] {
        var found: [PDFObject] = []
        for element in try (value(key).arrayValue ?? []).prefix(Self.mostElements) {
            found.append(try document.resolve(element))
        }
        return found
    }

    private func names(_ key: String) throws(PDFError) -> [String] { try elements(key).compactMap(\.nameValue) }

    private func texts(_ key: String) throws(PDFError) -> [String] { try elements(key).compactMap(\.textValue) }

    private func listed(_ texts: [String]) -> String {
        texts.map { "“\(QuotedText.plain($0))”" }.joined(separator: " or ")
    }
}
