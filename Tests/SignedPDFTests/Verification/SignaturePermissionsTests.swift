import Foundation
import Testing

@testable import SignedPDF
@testable import TestSupport

@Suite("Permissions after a signature")
struct SignaturePermissionsTests {
    private static let city = ChangedField("City")
    private static let signature = ChangedField("S")
    /// What each level of certification says: none, 1, 2, 3. P stands for permitted, D for doubtful, F for forbidden.
    private static let standings: [(LaterChange.Kind, String)] = [
        (.fieldFilled(city), "PFPP"), (.fieldChanged(city), "PFPP"), (.fieldRedrawn(city), "PFPP"),
        (.signatureFieldAdded(signature), "PFPP"), (.visibleSignatureFieldAdded(signature), "PFFF"),
        (.signed(signature), "PFPP"), (.signedInNewField(signature), "PFPP"),
        (.signedInNewVisibleField(signature), "PFPP"), (.timestamped(signature), "PPPP"),
        (.securityStore(isNew: true), "PPPP"), (.securityStore(isNew: false), "PPPP"), (.datesChanged, "PPPP"),
        (.securityStoreList(.evidenceListReplaced), "PPPP"), (.pictureFilled(city), "PFPP"),
        (.unclear(.fieldPictureUnreadable(field: city)), "DFDD"), (.setting(.pageTreeNoted), "PFPP"),
        (.incidental(.formFontsAdded), "PFPP"), (.fieldClosed(city), "PFPP"),
        (.propertiesChanged, "PFPP"), (.redrawRequested, "PFPP"), (.idleUpdate, "PFPP"), (.blankSpace, "PPPP"),
        (.comment(.commentAdded(page: 1, subtype: "Text")), "FFFP"),
        (.drawing(.commentAdded(page: 1, subtype: "Stamp")), "FFFD"),
        (.other(.pageContentReplaced(page: 1)), "FFFF"),
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

    @Test("Permissions depend on the certification level", arguments: [(0, nil), (1, 1), (2, 2), (3, 3)])
    func levels(column: Int, level: Int?) throws {
        let permissions = try permissions(level)
        #expect(permissions.certificationLevel == level)
        for (kind, standings) in Self.standings {
            let letter = standings[standings.index(standings.startIndex, offsetBy: column)]
            let expected: DocumentChange.Standing =
                switch letter {
                case "P": .permitted
                case "D": .doubtful
                default: .forbidden
                }
            #expect(permissions.standing(of: kind, isSigned: true) == expected, "\(kind)")
        }
    }

    @Test("A missing level counts as 2, and an unknown one as 1")
    func unknownLevels() throws {
        let reference = "/Reference[<</TransformMethod/DocMDP/TransformParams<<VALUE>>>>]"
        #expect(try permissions(reference.replacing("VALUE", with: "")).certificationLevel == 2)
        for value in ["/P 0", "/P 4", "/P(2)", "/P 2.5"] {
            #expect(try permissions(reference.replacing("VALUE", with: value)).certificationLevel == 1, "\(value)")
        }
    }

    @Test("The smallest level of certification and locks applies")
    func smallestLevel() throws {
        let file = try SignedFiles.appending([], to: SignedFiles.agreement())
        let document = try PDFDocument(file)
        let references: PDFDictionary = [
            "Reference": .array([
                .dictionary([
                    "TransformMethod": .name("DocMDP"), "TransformParams": .dictionary(["P": .integer(3)]),
                ]),
                .dictionary([
                    "TransformMethod": .name("FieldMDP"),
                    "TransformParams": .dictionary(["Action": .name("All"), "P": .integer(2)]),
                ]),
            ])
        ]
        #expect(SignaturePermissions(references, in: document).certificationLevel == 2)
        let lock = PDFObject.dictionary(["Action": .name("Include"), "Fields": .array([]), "P": .integer(1)])
        #expect(SignaturePermissions(references, lock: lock, in: document).certificationLevel == 1)
    }

    @Test("The field's own lock applies even if the signature does not repeat it")
    func ownLock() throws {
        let document = try PDFDocument(SignedFiles.agreement())
        let lock = PDFObject.dictionary([
            "Action": .name("Include"), "Fields": .array([.text("City")]), "Type": .name("SigFieldLock"),
        ])
        let permissions = SignaturePermissions([:], lock: lock, in: document)
        #expect(permissions.standing(of: .fieldFilled(Self.city), isSigned: true) == .forbidden)
        #expect(permissions.standing(of: .fieldFilled(ChangedField("Town")), isSigned: true) == .permitted)
    }

    @Test("An unsigned picture in a button is doubtful, or forbidden for a locked field and at level 1")
    func unsignedPictureOfButton() throws {
        for (level, standing) in [
            (nil, DocumentChange.Standing.doubtful), (1, .forbidden), (2, .doubtful), (3, .doubtful),
        ] as [(Int?, DocumentChange.Standing)] {
            #expect(try permissions(level).standing(of: .pictureFilled(Self.city), isSigned: false) == standing)
        }
        let locked = try permissions("/Reference[<</TransformMethod/FieldMDP/TransformParams<</Action/All>>>>]")
        for isSigned in [true, false] {
            #expect(locked.standing(of: .pictureFilled(Self.city), isSigned: isSigned) == .forbidden)
        }
    }

    @Test("Unsigned pictures are never permitted")
    func unsignedPictures() throws {
        for level in [nil, 1, 2, 3] {
            let permissions = try permissions(level)
            #expect(permissions.standing(of: .fieldRedrawn(Self.city), isSigned: false) == .forbidden)
            #expect(permissions.standing(of: .visibleSignatureFieldAdded(Self.city), isSigned: false) == .forbidden)
            #expect(permissions.standing(of: .signedInNewVisibleField(Self.city), isSigned: false) == .forbidden)
        }
    }

    @Test(
        "A lock closes its fields and those below them",
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
        #expect(
            names.filter { permissions.standing(of: .fieldFilled(ChangedField($0)), isSigned: true) == .forbidden }
                == locked)
    }

    @Test("Filling in a locked field makes a file invalid, and another field does not")
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
