import Foundation
import Testing

@testable import CryptographicMessages
@testable import SignedPDF
@testable import TestSupport

@Suite("Verification findings")
struct FindingTests {
    private let parties: SigningParties

    init() throws {
        parties = try SigningParties()
    }

    /// Every fact that a finding has, by its name.
    private static let facts: [String: any Sendable] = [
        "count": 3, "bits": 1024, "bytes": 7, "page": 2, "before": 2, "after": 1, "revision": 900, "status": 6,
        "name": "some.name", "algorithm": "Ed448", "oid": "1.2.3", "hash": "MD5", "document": "SHA-256",
        "signature": "SHA-512", "certificate": "Ada Lovelace", "issuer": "Root", "key": "V",
        "fieldName": "Ada", "otherName": "Ben", "field": ["name": "Town"], "reason": "no trailer",
        "signer": "Ben <ben@example.org>", "address": "http://ocsp.example",
        "part": "timestamp", "obstacle": "not-an-rsa-key", "defect": "time-malformed", "scope": "authorities",
        "intact": true,
        "notBefore": "2026-01-02T03:04:05Z", "notAfter": "2027-01-02T03:04:05Z", "at": "2026-03-04T05:06:07Z",
        "until": "2030-01-01T00:00:00Z", "time": "2031-01-01T00:00:00Z", "now": "2026-05-05T00:00:00Z",
        "claimedTime": "2026-06-06T00:00:00Z", "finding": ["code": "no-signer"],
        "reasons": [["code": "out-of-date", "until": "2026-02-02T00:00:00Z"], ["code": "no-source"]],
        "object": 12, "alteration": "replaced", "shown": "100", "value": "10", "isSignature": true,
        "effect": "border", "covered": ["name": "Ben"], "keys": ["MK"], "subtype": "Highlight",
        "area": ["x": 1, "y": 2, "width": 30, "height": 40],
        "standing": "forbidden", "from": 900, "to": 1000,
        "areas": [["pageBefore": 2, "pageAfter": 2]],
    ]

    private static func read<Value: Decodable>(_ type: Value.Type, code: String) throws -> Value {
        var object = facts as [String: Any]
        object["code"] = code
        return try JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: object))
    }

    @Test(
        "Every finding has its own code and a sentence, and reads back from JSON",
        arguments: SignatureFinding.codes)
    func codes(code: String) throws {
        #expect(SignatureFinding.codes.count { $0 == code } == 1)
        let finding = try Self.read(SignatureFinding.self, code: code)
        #expect(finding.code == code)
        #expect(finding.sentence.hasSuffix(".") || finding.code == "chain-refused")
        #expect(finding.sentence.first?.isLowercase == false || finding.code == "chain-refused")
        let json = try JSONEncoder().encode(finding)
        #expect(try JSONDecoder().decode(SignatureFinding.self, from: json) == finding)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["code"] as? String == code && object["message"] as? String == finding.sentence)
        #expect(object["severity"] as? String == finding.severity.rawValue)
    }

    @Test("A finding's facts are members beside its code, and a reason within is an object with a code")
    func facts() throws {
        let finding = SignatureFinding.validity(
            .revocationUnknown(certificate: "Ada", reasons: [.outOfDate(until: Date(timeIntervalSince1970: 0))]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            String(decoding: try encoder.encode(finding), as: UTF8.self)
                == #"{"certificate":"Ada","code":"revocation-unknown","message":"It is not known whether the certificate "#
                + #"of “Ada” was revoked: the information was good until 1970-01-01T00:00:00Z only.","reasons":"#
                + #"[{"code":"out-of-date","until":"1970-01-01T00:00:00Z"}],"severity":"doubtful"}"#)
    }

    @Test("A missing member and an unknown code are refused")
    func refused() {
        for text in [#"{"code":"hash-weak"}"#, #"{"code":"hash-weakest","hash":"MD5"}"#, #"{"hash":"MD5"}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(SignatureFinding.self, from: Data(text.utf8))
            }
        }
    }

    @Test("The document for other programs lists every code with its severity and its facts, and no other")
    func documented() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/verification-findings.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        let rows = Set(text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init))
        var expected: Set<String> = []
        for code in SignatureFinding.codes {
            let finding = try Self.read(SignatureFinding.self, code: code)
            let severity = finding.change == nil ? finding.severity.rawValue : "by `standing`"
            let common = finding.change == nil ? [] : ["text", "standing", "from", "to", "areas"]
            let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(finding)) as? [String: Any]
            let facts = Set(json?.keys.map { $0 } ?? []).subtracting(["code", "severity", "message"] + common)
            expected.insert("| `\(code)` | \(severity) | \(facts.sorted().joined(separator: ", ")) |")
        }
        for code in RevocationDoubt.codes {
            let doubt = try Self.read(Doubt.self, code: code).doubt
            let json =
                try JSONSerialization.jsonObject(with: JSONEncoder().encode(Doubt(doubt: doubt))) as? [String: Any]
            let facts = Set(json?.keys.map { $0 } ?? []).subtracting(["code"])
            #expect(doubt.code == code && !doubt.clause.isEmpty)
            expected.insert("| `\(code)` | in `reasons` | \(facts.sorted().joined(separator: ", ")) |")
        }
        #expect(rows.subtracting(expected).sorted() == [] && expected.subtracting(rows).sorted() == [])
    }

    /// A doubt as it stands among the reasons of a finding.
    private struct Doubt: Codable {
        let doubt: RevocationDoubt

        init(doubt: RevocationDoubt) { self.doubt = doubt }
        init(from decoder: any Decoder) throws { doubt = try RevocationDoubt(flat: decoder) }
        func encode(to encoder: any Encoder) throws { try doubt.encodeFlat(to: encoder) }
    }

    @Test("Findings have the sentences that people read")
    func sentences() {
        let date = Date(timeIntervalSince1970: 0)
        let table: [(SignatureFinding, String)] = [
            (
                .value(.digestDiffers), "The signed bytes were changed: their digest is not the one that was signed."
            ),
            (
                .trust(.expired(certificate: "Ada", notAfter: date, claimedTime: date)),
                "The certificate of “Ada” expired at 1970-01-01T00:00:00Z. It was valid at the claimed time of signing, "
                    + "1970-01-01T00:00:00Z, but nobody vouches for that time."
            ),
            (
                .validity(.revokedBeforeProof(certificate: "Ada", at: date)),
                "The certificate of “Ada” was revoked at 1970-01-01T00:00:00Z, before the time that is proven for the "
                    + "signature."
            ),
            (
                .change(
                    DocumentChange(
                        .content(.fieldFilled(field: ChangedField("Town", page: 1))), standing: .doubtful, from: 1,
                        to: 2,
                        areas: [])),
                "The field “Town” on page 1 was filled in after this signature was made; that may be permitted, but can "
                    + "cover or imitate what was signed."
            ),
            (
                .change(
                    DocumentChange(
                        .irregularity(.objectUnreached(object: 7)), standing: .forbidden, from: 1, to: 2, areas: [])),
                "The object 7, which the cross-reference does not lead to, was added after this signature was made."
            ),
        ]
        for (finding, sentence) in table { #expect(finding.sentence == sentence) }
    }

    @Test("The verdict does not depend on the order of findings and signatures")
    func order() async throws {
        let first = try await SignedFiles.signed(SignedFiles.agreement(), field: "Ada", by: parties.ada)
        let file = try await SignedFiles.signed(first, field: "Ben", by: parties.ben)
        let report = try await SignedFiles.report(file, trusting: parties.anchors)
        #expect(report.verdict == .valid)
        let note = SignatureFinding.value(.attributesNotDER)
        let doubt = SignatureFinding.value(.hashWeak(hash: "SHA-1"))
        let broken = SignatureFinding.placement(.notRevision)
        for (findings, verdict) in [
            ([note], .valid), ([note, doubt, note], .indeterminate), ([doubt, broken, note, doubt], .invalid),
        ] as [([SignatureFinding], VerificationReport.Verdict)] {
            for _ in 0..<8 {
                var signatures = report.signatures
                for finding in findings.shuffled() {
                    let index = signatures.indices.randomElement() ?? 0
                    signatures[index].findings.insert(
                        finding, at: Int.random(in: 0...signatures[index].findings.count))
                }
                #expect(VerificationReport.Verdict(on: signatures.shuffled()) == verdict)
            }
        }
    }

    @Test("Passes find the same in any order")
    func passes() async throws {
        let first = try await SignedFiles.signed(SignedFiles.agreement(), field: "Ada", by: parties.ada)
        let both = try await SignedFiles.signed(first, field: "Ben", by: parties.ben)
        let changed = try SignedFiles.appending([(900, "<</Odd true/Odd false>>")], to: both)
        let document = try PDFDocument(changed)
        let tree = try FieldTree(document)
        let file = try await CheckedFile(
            RevisionLibrary(Revision(document, tree: tree)), SignedField.all(in: document, tree: tree),
            trusting: parties.anchors, at: SignedFiles.now)
        let usual = try VerificationReport(of: file, after: VerificationPasses.all)
        #expect(usual.verdict != .valid)
        for _ in 0..<8 {
            let other = try VerificationReport(of: file, after: VerificationPasses.all.shuffled())
            #expect(other.verdict == usual.verdict)
            #expect(other.signatures.map { Set($0.findings) } == usual.signatures.map { Set($0.findings) })
        }
    }
}
