import Foundation
import Testing

@testable import SignedPDF

@Suite("What a signature permits afterwards")
struct SignaturePermissionsTests {
    private static let kinds: [LaterChange] = [
        .fieldFilled("City"), .fieldChanged("City"), .fieldAdded("City"), .signatureFieldAdded("S"),
        .signed(field: "S"), .securityStore(isNew: true), .propertiesChanged, .redrawRequested,
        .annotation("a stamp was added"), .other("page 1's content was replaced"),
    ]

    private func permissions(_ level: Int?) throws -> SignaturePermissions {
        let reference = level.map { "/Reference[<</TransformMethod/DocMDP/TransformParams<</P \($0)>>>>]" } ?? ""
        return try permissions(reference)
    }

    private func permissions(_ entries: String) throws -> SignaturePermissions {
        let file = try SignedFiles.appending([(50, "<</Type/Sig\(entries)>>")], to: SignedFiles.agreement())
        let document = try PDFDocument(file)
        let dictionary = try #require(try document.object(PDFReference(number: 50)).dictionaryValue)
        return SignaturePermissions(dictionary, in: document)
    }

    @Test(
        "is more or less, as it certifies the document or not",
        arguments: [
            (nil, [true, true, true, true, true, true, true, true, false, false]),
            (1, [false, false, false, false, false, true, false, false, false, false]),
            (2, [true, true, false, true, true, true, true, true, false, false]),
            (3, [true, true, false, true, true, true, true, true, true, false]),
        ] as [(Int?, [Bool])])
    func levels(level: Int?, allowed: [Bool]) throws {
        let permissions = try permissions(level)
        #expect(permissions.certificationLevel == level)
        #expect(Self.kinds.map { permissions.allow($0, isSigned: true) } == allowed)
    }

    @Test("never includes fields that nobody signed for")
    func unsignedFields() throws {
        for level in [nil, 1, 2, 3] {
            #expect(try !permissions(level).allow(.fieldAdded("City"), isSigned: false))
        }
    }

    @Test(
        "leaves out the fields that it locks, and those below them",
        arguments: [
            ("/Action/All", ["City", "Address.Street", "Name"]),
            ("/Action/Include/Fields[(Address)(City)]", ["City", "Address.Street"]),
            ("/Action/Exclude/Fields[(City)]", ["Address.Street", "Name"]),
            ("/Action/Include", []),
        ])
    func locks(parameters: String, locked: [String]) throws {
        let permissions = try permissions(
            "/Reference[<</TransformMethod/FieldMDP/TransformParams<<\(parameters)>>>>]")
        let names = ["City", "Address.Street", "Name"]
        #expect(names.filter { !permissions.allow(.fieldFilled($0), isSigned: true) } == locked)
    }

    @Test("decides over a file: a locked field that is filled makes it invalid, another one does not")
    func lockedFieldInAFile() async throws {
        let parties = try SigningParties()
        let lock = "/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/Include/Fields[(City)]>>>>]"
        func field(_ name: String, _ value: String = "") -> String {
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(\(name))\(value)/Rect[0 0 9 9]/F 4>>"
        }
        let file = try await LooseSigner.sign(
            SignedFiles.agreement(), by: parties.ada, entries: lock, fields: [field("City"), field("Town")])
        #expect(try await SignedFiles.report(file, trusting: parties.anchors).verdict == .valid)

        let other = try SignedFiles.appending([(31, field("Town", "/V(Boston)"))], to: file)
        let allowed = try await SignedFiles.report(other, trusting: parties.anchors)
        #expect(allowed.verdict == .valid)
        #expect(allowed.signatures.first?.laterChanges == ["the field “Town” was filled in"])

        let locked = try SignedFiles.appending([(30, field("City", "/V(London)"))], to: file)
        let refused = try await SignedFiles.report(locked, trusting: parties.anchors)
        #expect(refused.verdict == .invalid)
        #expect(
            refused.signatures.first?.problems == ["The field “City” was filled in after this signature was made."])
    }
}
